import { describe, expect, test } from 'vitest'
import { type RecordingEntry, readRecording } from './read-recording.js'

const header = '{"format":"omniport-recording","version":1,"started":"2026-01-01","target":{"url":"http://a/"}}'
const line = '{"ms":1,"transport":"stdio","connection":1,"from":"client"}'
const start = '<script type="application/x-ndjson" id="recording">'

async function read(...texts: readonly string[]): Promise<readonly RecordingEntry[]> {
  async function* pieces() {
    for (const text of texts) yield new TextEncoder().encode(text)
  }
  const entries: RecordingEntry[] = []
  for await (const entry of readRecording(pieces())) entries.push(entry)
  return entries
}

const notOne = 'It is not a recording: its first line must be {"format":"omniport-recording","version":1,…}'

test('the entries say what they are and where', async () => {
  expect(await read(`${header}\n${line}\n`)).toEqual([
    { type: 'header', header: JSON.parse(header), number: 1, start: 0, length: header.length },
    { type: 'line', line: JSON.parse(line), text: line, number: 2, start: header.length + 1, length: line.length },
  ])
})

test('a source may use its buffer again', async () => {
  const bytes = new TextEncoder().encode(`${header}\n`)
  async function* pieces() {
    const buffer = new Uint8Array(1)
    for (const byte of bytes) {
      buffer[0] = byte
      yield buffer
    }
  }
  const types: string[] = []
  for await (const { type } of readRecording(pieces())) types.push(type)
  expect(types).toEqual(['header'])
})

describe('a last line without a line feed', () => {
  test('is a line if it is whole', async () => {
    expect((await read(`${header}\n${line}`)).map(({ type }) => type)).toEqual(['header', 'line'])
  })

  test('is torn if it is not', async () => {
    expect((await read(`${header}\n{`)).at(-1)).toMatchObject({ type: 'problem', text: 'must be JSON', isTorn: true })
    expect((await read(`${header}\n{\n`)).at(-1)).toMatchObject({ type: 'problem', isTorn: false })
  })
})

test('a second header is an entry as the first', async () => {
  expect((await read(`${header}\n${header}\n${line}\n`)).map(({ type }) => type)).toEqual(['header', 'header', 'line'])
})

describe('a report', () => {
  test.each(['<!doctype html>', '<!DOCTYPE HTML><p>', '\uFEFF<!doctype html>'])('begins with %j', async (doctype) => {
    const entries = await read(`${doctype}\nx\n  ${start}\t\n${header}\n\n${line}\n</script><p>\n{\n`, 'more\n')
    expect(entries.map(({ type, number }) => [type, number])).toEqual([
      ['header', 4],
      ['line', 6],
    ])
  })

  test('may begin after empty lines', async () => {
    expect(await read(`\n \n<!doctype html>\n${start}\n${header}\n</script>`)).toHaveLength(1)
  })

  test('that is cut off has no line that is torn', async () => {
    const entries = await read(`<!doctype html>\n${start}\n${header}\n{`)
    expect(entries.at(-1)).toMatchObject({ type: 'problem', isTorn: false })
  })

  test.each([
    ['has no recording', '<!doctype html>\n<p>\n'],
    ['has an empty one', `<!doctype html>\n${start}\n</script>\n`],
    ['begins in a line of its own only', `x <!doctype html>\n${start}\n${header}\n</script>`],
    ['has other lines in place of it', `<!doctype html>\n${start}\n<!doctype html>\n${header}\n`],
  ])('is not a recording where it %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(new TypeError(notOne))
  })
})

test('a recording is not a report, whatever stands in it later', async () => {
  const entries = await read(`${header}\n<!doctype html>\n</script>\n${line}\n`)
  expect(entries.map(({ type }) => type)).toEqual(['header', 'problem', 'problem', 'line'])
})
