description = "Does what concerns {words}"
prompt = """
Do what concerns {words}: {{args}}

1. Look at what is there.
2. Do what was asked, and say how to tell that it worked.
"""
