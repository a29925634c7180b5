import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadEngine } from '../../packages/omniport/src/schema/load-engine.js'
import { formatTranscript } from './format-transcript.js'
import { type Case, parseTranscript } from './parse-transcript.js'
import { type Ran, runCase } from './run-case.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))

await loadEngine({ hasPatterns: true }) // from disk, which takes longer than the server has to answer
if (process.env['UPDATE'] === '1') for (const file of files) await update(`${folder}${file}`)

describe.each(files)('%s', (file) => {
  const transcript = parseTranscript(readFileSync(`${folder}${file}`, 'utf8'))
  const places = transcript.revisions.flatMap((revision) =>
    transcript.transports.map((transport) => [revision, transport] as const),
  )
  describe.each(places)('%s over %s', (revision, transport) => {
    test.each(transcript.cases.map((one) => [one.sentence, one] as const))('%s', async (_sentence, one) => {
      const { outcomes, assertValid } = await runCase(one, { transcript, revision, transport })
      for (const { expected, actual } of outcomes) expect(actual).toStrictEqual(expected)
      assertValid()
    })
  })
})

/** Writes what the server says now into the file. */
async function update(file: string): Promise<void> {
  const transcript = parseTranscript(readFileSync(file, 'utf8'))
  const [revision = '2026-07-28'] = transcript.revisions
  const [transport = 'memory'] = transcript.transports
  const runs = new Map<Case, Ran>()
  const options = { transcript, revision, transport, waits: true }
  for (const one of transcript.cases) runs.set(one, await runCase(one, options))
  writeFileSync(file, formatTranscript(transcript, revision, runs))
}
