import { serveStdio } from 'omniport/stdio'
import { defineOmniport } from './define-omniport.mjs'
import { readSettings } from './settings.mjs'

await serveStdio(defineOmniport(readSettings().tools))
