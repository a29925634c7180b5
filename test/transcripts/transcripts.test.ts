import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadEngine } from '../../packages/omniport/src/schema/load-engine.js'
import { rowsOf } from '../support/scope.js'
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
    transcript.transports.map((transport) => ({ revision, transport })),
  )
  const cells = places.flatMap((place) => transcript.cases.map((one) => ({ place, one })))
  const played = rowsOf(cells, ({ place, one }) => [one.sentence, place.revision, place.transport])
  const casesIn = (place: object) => played.filter((cell) => cell.place === place).map(({ one }) => one)
  describe.each(places.filter((place) => casesIn(place).length > 0))('$revision over $transport', (place) => {
    const { revision, transport } = place
    test.each(casesIn(place).map((one) => [one.sentence, one] as const))('%s', async (_sentence, one) => {
      const { outcomes, assertValid } = await runCase(one, { transcript, revision, transport })
      expect(outcomes).not.toEqual([])
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
