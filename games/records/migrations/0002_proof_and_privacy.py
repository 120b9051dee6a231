from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('records', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='record',
            name='commitment',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='record',
            name='secret',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='record',
            name='salts',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='record',
            name='private',
            field=models.BooleanField(default=False),
        ),
    ]
