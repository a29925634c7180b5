import process from 'node:process'
import { createProcessIo } from './process-io.js'
import { tour } from './tour/tour.js'

process.exit(await tour(process.argv.slice(2), createProcessIo()))
