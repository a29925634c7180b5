import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecordingEntry, readRecording } from './read-recording.js'

const header = '{"format":"omniport-recording","version":1,"started":"2026-01-01","target":{"url":"http://a/"}}'
const line = (ms: number, rest = '') => `{"ms":${ms},"transport":"stdio","connection":1,"from":"client"${rest}}`

async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 7): Promise<readonly RecordingEntry[]> {
  const entries: RecordingEntry[] = []
  for await (const entry of readRecording(piecesOf(text, size))) entries.push(entry)
  return entries
}

describe('a recording that is read in pieces', () => {
  test('has its lines with their positions, however it is cut', async () => {
    const text = `${header}\n\n${line(1, ',"text":"é"')}\n${line(2)}\n`
    const bytes = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (size) => {
        const entries = await read(text, size)
        expect(entries.map(({ type, number }) => [type, number])).toEqual([
          ['header', 1],
          ['line', 3],
          ['line', 4],
        ])
        const texts = entries.map(({ start, length }) =>
          new TextDecoder().decode(bytes.subarray(start, start + length)),
        )
        expect(texts).toEqual([header, line(1, ',"text":"é"'), line(2)])
      }),
    )
  })

  test('may be torn off in its last line', async () => {
    const entries = await read(`${header}\n${line(1)}\n{"ms":2,"tra`)
    expect(entries.at(-1)).toMatchObject({ type: 'problem', number: 3, text: 'must be JSON', isTorn: true })
  })

  test('says what is wrong with a line in the middle', async () => {
    const entries = await read(`${header}\n{"ms":-1}\n${line(2)}\n`)
    expect(entries[1]).toMatchObject({ type: 'problem', number: 2, text: 'ms: must be a number from 0', isTorn: false })
  })

  test('is found in a report', async () => {
    const report = `<!doctype html>\n<p>${header}\n<script type="application/x-ndjson" id="recording">\n${header}\n${line(1)}\n</script>\n`
    expect((await read(report)).map(({ type, number }) => [type, number])).toEqual([
      ['header', 4],
      ['line', 5],
    ])
  })
})

const isNone = /^It is not a recording: its first line must be \{"format":"omniport-recording"/

test.each([
  ['nothing', '', isNone],
  ['a message', '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', isNone],
  ['bytes', '\u0000\u0001\n', isNone],
  ['a page', '<!doctype html>\n<p>a</p>\n', isNone],
  ['a line before the header', `${line(1)}\n${header}\n`, isNone],
  ['a newer version', header.replace(':1', ':2'), /version 2; versions up to 1 can be read: use a newer omniport$/],
])('%s is refused', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})
