from django.db import migrations


class Migration(migrations.Migration):
    """Columns get the names that code and screens have for them. Their values stay, so a match under way goes on."""

    dependencies = [
        ('play', '0009_tables_of_owners'),
    ]

    operations = [
        migrations.RenameField('table', 'opener', 'host'),
        migrations.RenameField('table', 'memory', 'card_counter'),
        migrations.RenameField('table', 'counts', 'card_count_visibility'),
        migrations.RenameField('seat', 'quiet', 'auto_decline'),
        migrations.RenameField('match', 'asked', 'prompt_versions'),
        migrations.RenameField('match', 'misses', 'missed_turns'),
    ]
