// The limit: reads lines and writes one answer for each, all answers to one chunk as one write.
import process from 'node:process'
import { answerRaw } from './answer-raw.mjs'

let parts = []

process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = chunk.split('\n')
  const rest = lines.pop()
  if (lines.length > 0) {
    lines[0] = parts.join('') + lines[0]
    parts = []
    let out = ''
    for (const line of lines) {
      const answer = answerRaw(JSON.parse(line))
      if (answer !== undefined) out += `${JSON.stringify(answer)}\n`
    }
    if (out !== '') process.stdout.write(out)
  }
  if (rest !== '') parts.push(rest)
})
