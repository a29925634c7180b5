import { serveStdio } from 'omniport/stdio'
import { createShop } from './server.js'

await serveStdio(createShop())
