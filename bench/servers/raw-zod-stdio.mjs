// A bare program that imports the schema library that authors use, and does not use it.
import 'zod'
import './raw-stdio.mjs'
