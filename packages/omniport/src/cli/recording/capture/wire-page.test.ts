import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RevisionWire } from '../../../console/wires/align-wires.js'
import type { RecordedLine } from '../../../entries/protocol.js'
import { writeWirePage } from './wire-page.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wire-page-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const line = (message: object): RecordedLine => ({ ms: 0, transport: 'stdio', connection: 1, from: 'client', message })

const write = (tool: string, wires: readonly RevisionWire[], name = 'a.html') =>
  writeWirePage({ tool, wires }, name, createMemoryIo({ cwd }).io)

const pageOf = async (tool: string, wires: readonly RevisionWire[]) => readFile(await write(tool, wires), 'utf8')

const cellsOf = (page: string) => [...page.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell)

describe('the page', () => {
  test('has a column for each revision, and the failure of one', async () => {
    const page = await pageOf('a<b', [
      { revision: '2025-06-18', lines: [] },
      { revision: '2025-11-25', lines: [], error: 'no & "never"' },
    ])
    expect(page).toContain('<title>a&#60;b in each revision</title>')
    expect(page).toContain('<h1>a&#60;b <span>in each revision</span></h1>')
    expect(page).toContain(
      '<thead><tr><th scope="col">2025-06-18</th><th scope="col">2025-11-25<p class="bad">no &#38; &#34;never&#34;</p></th></tr></thead>',
    )
    expect(page).toContain('<tbody></tbody>')
  })

  test('has a row for each step, and says where a cell is as that on its left', async () => {
    const same = line({ id: 1, method: 'tools/list' })
    const page = await pageOf('add', [
      { revision: '2025-06-18', lines: [same] },
      { revision: '2025-11-25', lines: [same, line({ id: 2, method: "it's" })] },
      { revision: '2026-07-28', lines: [line({ id: 3, method: 'tools/list' })] },
    ])
    const pre = (id: number, method: string) =>
      `<pre>{\n  &#34;id&#34;: ${id},\n  &#34;method&#34;: &#34;${method}&#34;\n}</pre>`
    expect(cellsOf(page)).toEqual([
      `<td>${pre(1, 'tools/list')}</td>`,
      '<td class="same"><pre>= as on the left</pre></td>',
      `<td>${pre(3, 'tools/list')}</td>`,
      '<td><pre></pre></td>',
      `<td>${pre(2, 'it&#39;s')}</td>`,
      '<td><pre></pre></td>',
    ])
    expect(page).toContain('<tr><th class="step" colspan="3">→ tools/list</th></tr><tr><td>')
    expect(page).toContain('</td></tr>\n<tr><th class="step" colspan="3">→ it&#39;s</th></tr>')
  })

  test('runs no script, loads nothing, and has its own colours', async () => {
    const page = await pageOf('add', [])
    expect(page.startsWith('<!doctype html>\n<html lang="en"><meta charset="utf-8">\n')).toBe(true)
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    )
    expect(page).toMatch(/<style>\s*:root\{color-scheme:light dark;/)
    expect(page).not.toMatch(/<script|https?:/)
  })
})

describe('the file', () => {
  test('is where it was wanted, for the user alone', async () => {
    expect(await write('add', [], 'b.html')).toBe(join(cwd, 'b.html'))
    expect((await stat(join(cwd, 'b.html'))).mode & 0o777).toBe(0o600)
  })

  test('that is there stays', async () => {
    await writeFile(join(cwd, 'a.html'), 'mine')
    await expect(write('add', [])).rejects.toMatchObject({
      code: 'usage',
      message: '--html: cannot write a.html: it is there already; give another path, or remove it',
    })
    expect(await readFile(join(cwd, 'a.html'), 'utf8')).toBe('mine')
  })

  test('that cannot be made is named with the reason', async () => {
    await expect(write('add', [], 'x/a.html')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^--html: cannot write x\/a\.html: ENOENT/),
    })
  })
})
