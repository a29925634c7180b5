// A thread that makes the mutants of its share of the files.
import { parentPort, workerData } from 'node:worker_threads'
import { mutantsOf } from './instrument.mjs'

const made = []
for (const { file, text, digest } of workerData) made.push([digest, await mutantsOf(file, text)])
parentPort.postMessage(made)
