import process from 'node:process'
import { greet } from './client.js'

console.log(await greet(process.argv[2] ?? 'Ada'))
