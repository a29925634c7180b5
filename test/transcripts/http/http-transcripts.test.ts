import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadEngine } from '../../../packages/omniport/src/schema/load-engine.js'
import { httpShells } from '../../support/http-shells.js'
import { formatHttpTranscript } from './format-http-transcript.js'
import { inProcess } from './open-fixture.js'
import { type HttpCase, parseHttpTranscript } from './parse-http-transcript.js'
import { type HttpRan, runHttpCase } from './run-http-case.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))

await loadEngine({ hasPatterns: true }) // from disk, which takes longer than the server has to answer
if (process.env['UPDATE'] === '1') for (const file of files) await update(`${folder}${file}`)

describe.each(files)('%s', (file) => {
  const transcript = parseHttpTranscript(readFileSync(`${folder}${file}`, 'utf8'))
  const places = transcript.revisions.flatMap((revision) =>
    httpShells.map(({ shell, open }) => [revision, shell, open] as const),
  )
  describe.each(places)('%s through %s', (revision, _shell, open) => {
    test.each(transcript.cases.map((one) => [one.sentence, one] as const))('%s', async (_sentence, one) => {
      const { outcomes, assertValid } = await runHttpCase(one, { transcript, revision, open: inProcess(open) })
      expect(outcomes).not.toEqual([])
      for (const { expected, actual } of outcomes) expect(actual).toStrictEqual(expected)
      assertValid()
    })
  })
})

/** Writes what the server says now into the file. */
async function update(file: string): Promise<void> {
  const transcript = parseHttpTranscript(readFileSync(file, 'utf8'))
  const [revision = '2026-07-28'] = transcript.revisions
  const [shell] = httpShells
  if (shell === undefined) throw new Error('there is no shell')
  const runs = new Map<HttpCase, HttpRan>()
  const options = { transcript, revision, open: inProcess(shell.open), waits: true }
  for (const one of transcript.cases) runs.set(one, await runHttpCase(one, options))
  writeFileSync(file, formatHttpTranscript(transcript, revision, runs))
}
