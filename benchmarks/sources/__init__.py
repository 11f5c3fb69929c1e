"""Who else tells it, and who says otherwise: what is measured, and the texts that it is measured on."""
