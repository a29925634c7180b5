// The limit: reads lines, parses them, calls, stringifies, and writes all answers to one chunk as one write. It has no bound on
// what it buffers, believes that every line is a request it knows, and forgets backpressure.
import process from 'node:process'
import { answerRaw } from './answer-raw.mjs'

const lineFeed = 0x0a
let parts = []

process.stdin.on('data', (chunk) => {
  const end = chunk.lastIndexOf(lineFeed)
  if (end === -1) return parts.push(chunk)
  parts.push(chunk.subarray(0, end))
  const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts)
  const lines = whole.toString().split('\n')
  parts = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
  let out = ''
  for (const line of lines) {
    const answer = answerRaw(JSON.parse(line))
    if (answer !== undefined) out += `${JSON.stringify(answer)}\n`
  }
  if (out !== '') process.stdout.write(out)
})
