/* What is heard at the table: tones made here, and calls by a voice of the browser's own where it speaks the page's language.
   Nothing sounds before the first gesture. */
(() => {
  "use strict";
  const MALE = /\b(yunxi|yunjian|yunyang|kangkang|danny|li-?mu|guy|david|daniel|george|male)\b|男/i;
  const speech = window.speechSynthesis;
  const language = document.documentElement.lang === "en" ? "en" : "zh";
  let context = null;

  /* --- Tones: pitch in Hz, when and how long in seconds, shape; a pitch of 0 is noise, as of cards or fire. --- */
  const card = [[0, 0, 0.06, 2400]];
  const TONES = {
    deal: [[0, 0, 0.05, 1800], [0, 0.09, 0.05, 2000], [0, 0.18, 0.05, 2200], [0, 0.27, 0.07, 2400]],
    lead: [...card, [392, 0.03, 0.1]],
    answer: [...card, [494, 0.03, 0.1]],
    play: card,
    pass: [[262, 0, 0.09], [208, 0.1, 0.12]],
    yield: [[330, 0, 0.09], [330, 0.12, 0.09]],
    gouji: [...card, [392, 0.02, 0.1], [494, 0.1, 0.1], [587, 0.18, 0.16]],
    dead: [...card, [587, 0.02, 0.12], [440, 0.14, 0.12], [294, 0.26, 0.25]],
    burn: [[0, 0, 0.7, 700], [0, 0.1, 0.5, 1500], [196, 0, 0.5, "sawtooth"]],
    burned: [[0, 0, 0.4, 900], [523, 0.1, 0.12], [659, 0.22, 0.12], [784, 0.34, 0.3]],
    revolt: [[392, 0, 0.14, "square"], [392, 0.16, 0.14, "square"], [523, 0.32, 0.2, "square"], [659, 0.54, 0.35, "square"]],
    charge: [[0, 0, 0.08, 300], [0, 0.12, 0.08, 300], [0, 0.24, 0.08, 300], [440, 0.34, 0.3, "square"]],
    open: [[784, 0, 0.1], [988, 0.1, 0.1], [1175, 0.2, 0.25]],
    declare: [[587, 0, 0.12], [784, 0.14, 0.22]],
    out: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.1], [1047, 0.3, 0.3]],
    ruff: [...card, [0, 0.04, 0.14, 500], [330, 0.02, 0.2, "sawtooth"]],
    throw: [[330, 0, 0.15], [247, 0.17, 0.15], [185, 0.34, 0.3]],
    points: [[988, 0, 0.07], [1319, 0.08, 0.14]],
    end: [[523, 0, 0.14], [440, 0.16, 0.14], [523, 0.32, 0.3]],
    turn: [[880, 0, 0.16], [1175, 0.17, 0.3]],
    call: [[523, 0, 0.1], [698, 0.12, 0.18]],
  };

  /* A phone lets sound begin where a finger goes up, not down, and stops it for a call; Safari's voices have to speak once within a gesture. */
  let spoke = false;

  function awake() {
    context ??= new AudioContext();
    if (context.state !== "running") context.resume().catch(() => {});
    if (spoke || !speech || navigator.userActivation?.isActive === false) return;
    spoke = true;
    speech.speak(Object.assign(new SpeechSynthesisUtterance(""), { volume: 0 }));
  }
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, awake, { capture: true, passive: true });

  const loudness = () => (prefs.get("mute") ? 0 : prefs.get("volume") / 100);

  function noise(seconds) {
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
    const source = new AudioBufferSourceNode(context, { buffer });
    return source;
  }

  function note([pitch, after, seconds, shape]) {
    const from = context.currentTime + after;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(0.35 * loudness(), from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
    gain.connect(context.destination);
    const source = pitch ? new OscillatorNode(context, { frequency: pitch, type: shape ?? "triangle" }) : noise(seconds);
    if (pitch) source.connect(gain);
    else source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: shape, Q: 0.8 })).connect(gain);
    source.start(from);
    source.stop(from + seconds + 0.02);
  }

  function tone(key) {
    for (const each of TONES[key] ?? TONES.call) note(each);
  }

  /* --- Voices. One of the wanted kind where the browser has it, else another at a different pitch. --- */
  function voice() {
    const able = speech?.getVoices().filter((each) => each.lang.toLowerCase().startsWith(language)) ?? [];
    const male = prefs.get("voice") === "male";
    const fitting = able.find((each) => MALE.test(each.name) === male);
    return { voice: fitting ?? able[0], pitch: fitting && MALE.test(fitting.name) === male ? 1 : male ? 0.7 : 1.2 };
  }

  function speak(words) {
    const chosen = voice();
    if (!chosen.voice || !words) return false;
    if (speech.pending) speech.cancel();
    const utterance = new SpeechSynthesisUtterance(words);
    Object.assign(utterance, { voice: chosen.voice, lang: chosen.voice.lang, pitch: chosen.pitch, rate: 1.1, volume: loudness() });
    speech.speak(utterance);
    return true;
  }

  /* --- One call: its tone, and its words where a voice is wanted. Tones stand in for a voice that is not there. --- */
  function call(key, words = "") {
    if (!context || !loudness()) return;
    const wanted = prefs.get("voice") !== "off" && words !== "";
    const spoken = wanted && speak(words);
    const toned = prefs.get("tones") || (wanted && !spoken);
    if (toned) tone(key);
    document.dispatchEvent(new CustomEvent("table:heard", { detail: { key, toned, spoken: spoken ? words : "" } }));
  }

  document.addEventListener("table:my-turn", () => call("turn"));
  window.sound = { call };
})();
