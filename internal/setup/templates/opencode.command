---
description: Does what concerns {words}
---

Do what concerns {words}: $ARGUMENTS

1. Look at what is there.
2. Do what was asked, and say how to tell that it worked.
