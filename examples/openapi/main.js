import { serveStdio } from 'omniport/stdio'
import { createLibrary } from './server.js'

const { LIBRARY_URL, LIBRARY_KEY } = process.env
if (LIBRARY_URL === undefined) throw new Error('Set LIBRARY_URL to the address of the API')
await serveStdio(createLibrary(LIBRARY_URL, LIBRARY_KEY ?? ''))
