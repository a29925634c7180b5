import { serveOmniport } from './serve-omniport.mjs'

await serveOmniport()
