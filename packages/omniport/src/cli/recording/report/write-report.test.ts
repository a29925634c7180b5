import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { openRecording } from '../file/open-recording.js'
import { writeReport } from './write-report.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'report-'))
  await writeFile(join(cwd, 'viewer.mjs'), "export const script = 'view()'; export const style = 'a{}'")
})

afterEach(() => rm(cwd, { recursive: true }))

const header = {
  format: 'omniport-recording',
  version: 1,
  started: '2026-01-02T03:04:05.000Z',
  target: { command: '</script>', args: [] },
}

async function write(lines: readonly string[], name = 'a.html') {
  await writeFile(join(cwd, 'a.jsonl'), [JSON.stringify(header), ...lines, ''].join('\n'))
  const { io } = createMemoryIo({ cwd })
  const file = await openRecording('view', 'a.jsonl', io)
  const viewer = pathToFileURL(join(cwd, 'viewer.mjs'))
  return writeReport(file, { name, viewer }, io).finally(() => file.close())
}

const line = (text: string) =>
  JSON.stringify({ ms: 0, transport: 'stdio', connection: 1, from: 'client', message: { id: 1, method: text } })

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a report has the recording, and lets only its own script and style apply', async () => {
  expect(await write([line('a'), line('<b></script>')])).toBe(join(cwd, 'a.html'))
  const script = "addEventListener('DOMContentLoaded',()=>{view()})"
  const policy = [
    `default-src 'none'; script-src ${hashOf(script)}; style-src-elem ${hashOf('a{}')}; style-src-attr 'none'`,
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')
  const page = await readFile(join(cwd, 'a.html'), 'utf8')
  expect(page.split('\n').slice(0, 4)).toEqual([
    ...['<!doctype html>', '<html lang="en">', '<meta charset="utf-8">'],
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  ])
  expect(page).toContain('<style>a{}</style>')
  const escaped = (text: string) => text.replaceAll('<', '\\u003c')
  const data = [JSON.stringify(header), line('a'), line('<b></script>')].map((each) => `${escaped(each)}\n`).join('')
  expect(page.slice(page.indexOf('<script>'))).toBe(
    `<script>${script}</script>\n<script type="application/x-ndjson" id="recording">\n${data}</script>\n`,
  )
})

test('only its user may read a report', async () => {
  await write([])
  expect((await stat(join(cwd, 'a.html'))).mode & 0o777).toBe(0o600)
})

test('a recording that is longer than what is written at once is written as a whole', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => line(`${at} ${'x'.repeat(10_000)}`))
  await write(lines)
  const page = await readFile(join(cwd, 'a.html'), 'utf8')
  expect(page.slice(page.indexOf('id="recording">')).split('\n').slice(2, -2)).toEqual(lines)
})

test('a recording that is broken is said to be so', async () => {
  await expect(write(['{"ms":', line('a')])).rejects.toMatchObject({
    ...{ code: 'usage', message: expect.stringMatching(/^view: line 2 of a\.jsonl: \S/) },
  })
})

test('a write that is on its way when a recording proves broken ends as an error of the report alone', async () => {
  const end: (() => void)[] = []
  const held = vi.spyOn(fs, 'write').mockImplementation(((...given: unknown[]) => {
    const done = given.at(-1) as (error: Error | null, written: number) => void
    end.push(() => done(null, (given[1] as Uint8Array).length))
  }) as never)
  try {
    await expect(write(['{"ms":', line('a')])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^view: line 2/),
    })
    expect(end.length).toBe(1)
    for (const each of end) each()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    held.mockRestore()
  }
})

test('a report that is there is not replaced', async () => {
  await writeFile(join(cwd, 'mine.html'), 'mine')
  await expect(write([], 'mine.html')).rejects.toMatchObject({
    code: 'usage',
    message: '--html: cannot write mine.html: it is there already; give another path, or remove it',
  })
  expect(await readFile(join(cwd, 'mine.html'), 'utf8')).toBe('mine')
})
