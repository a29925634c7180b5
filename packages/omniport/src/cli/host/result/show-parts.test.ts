import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WireContent } from '../../../entries/protocol.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { contentsPart, partOf } from './parts.js'
import { type DisplayedResult, showParts } from './show-parts.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'parts-'))
})

afterEach(() => rm(cwd, { recursive: true }))

/** Shows a result to somebody who does this, and gives what was shown and read. */
async function show(displayed: Partial<DisplayedResult>, steps: readonly Step[] = []) {
  const terminal = new ScriptedTerminal(steps)
  const { screen } = new SharedScreen(terminal, new AbortController().signal)
  const read: string[] = []
  const lines = { follow: () => {}, since: () => [] } as unknown as Parameters<typeof showParts>[0]['lines'] // not used here
  const context = {
    ...{ host: fakeHost(), screen, lines, cwd },
    read: async (server: string, uri: string) => void read.push(`${server} ${uri}`),
  }
  await showParts(context, { server: 'notes', title: 'The result', parts: [], json: {}, ...displayed })
  expect(terminal.left).toEqual([])
  return { transcript: terminal.transcript, read }
}

describe('a part', () => {
  test.each([
    [{ type: 'text', text: 'a' }, { text: 'a' }],
    [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { text: 'an image (image/png, 3 B)', file: { base64: 'AAAA', mimeType: 'image/png' } },
    ],
    [
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { text: 'a sound (audio/wav, 3 B)', file: { base64: 'AAAA', mimeType: 'audio/wav' } },
    ],
    [
      { type: 'resource_link', uri: 'a:b', name: 'b' },
      { text: 'a resource: b (of unknown type)\na:b', uri: 'a:b' },
    ],
    [
      { type: 'resource_link', uri: 'a:b', name: 'b', title: 'B', mimeType: 'text/plain', size: 5, description: 'D' },
      { text: 'a resource: B (text/plain, 5 B)\na:b\nD', uri: 'a:b' },
    ],
    [{ type: 'resource', resource: { uri: 'a:b', text: 'x' } }, { text: 'a:b\nx' }],
    [
      { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } },
      { text: 'a:b (of unknown type, 3 B)', file: { base64: 'AAAA', mimeType: undefined } },
    ],
    [{ type: 'video' }, { text: '{\n  "type": "video"\n}' }],
  ])('of %j', (block, part) => {
    expect(partOf(block as WireContent)).toEqual(part)
  })
})

describe('a result', () => {
  test('is shown with its title', async () => {
    const { transcript } = await show({ parts: [{ text: 'one' }, { text: 'two' }] })
    expect(transcript).toEqual(['good: The result', 'plain: one\n\ntwo'])
    expect((await show({ isBad: true })).transcript).toEqual(['bad: The result', 'plain: (nothing)'])
  })

  test('offers to read its links, until somebody goes back', async () => {
    const menu = 'What to do with it'
    const parts = [{ text: 'b', uri: 'a:b' }]
    const { transcript, read } = await show({ parts }, [
      [menu, 'Read a:b'],
      [menu, 'Back'],
    ])
    expect([read, transcript[2]]).toEqual([['notes a:b'], '? What to do with it [Back | Read a:b]'])
    expect((await show({ parts }, [[menu, leave]])).read).toEqual([])
  })

  test.each([
    [20_000, []],
    [20_001, ['? What to do with it [Back | Save all of it as JSON to a file]']],
  ])('of %i characters is cut, and then offered whole', async (length, asked) => {
    const text = 'x'.repeat(length)
    const steps: Step[] =
      asked.length === 0
        ? []
        : [
            ['What to do', 'Save all'],
            ['Save to which file', 'as it is'],
            ['What to do', 'Back'],
          ]
    const { transcript } = await show({ parts: [{ text }], json: { a: 1 } }, steps)
    expect(transcript[1]).toBe(`plain: ${'x'.repeat(20_000)}${length > 20_000 ? '… (1 characters more)' : ''}`)
    expect(transcript.slice(2, 3)).toEqual(asked)
    const saved = await readFile(join(cwd, 'result.json'), 'utf8').catch(() => 'none')
    expect(saved).toBe(asked.length === 0 ? 'none' : '{\n  "a": 1\n}')
  })
})

describe('a file', () => {
  const parts = [contentsPart({ uri: 'a:b', blob: Buffer.from('bytes').toString('base64'), mimeType: 'image/png' })]
  const menu: Step = ['What to do', 'Save a:b (image/png, 5 B) to a file']
  const back: Step = ['What to do', 'Back']
  const save = (...steps: readonly Step[]) => show({ parts }, [menu, ...steps, back])
  const read = (name: string) => readFile(join(cwd, name), 'utf8')

  test('is saved where somebody says', async () => {
    const { transcript } = await save(['Save to which file', ''], ['Save to which file', 'out.png'])
    expect(transcript.slice(3)).toEqual([
      '? Save to which file <result.png>',
      '! must be the name of a file',
      '? Save to which file <result.png>',
      `good: Saved 5 B to ${join(cwd, 'out.png')}`,
      expect.stringMatching(/^\? What to do/),
    ])
    expect(await read('out.png')).toBe('bytes')
  })

  test('is not saved where somebody leaves', async () => {
    const { transcript } = await save(['Save to which file', leave])
    expect(transcript.filter((line) => line.startsWith('good: Saved'))).toEqual([])
  })

  test.each([
    [true, 'bytes'],
    [false, 'mine'],
    [leave, 'mine'],
  ] satisfies [Step[1], string][])('that is there is replaced if somebody says so: %o', async (answer, text) => {
    await writeFile(join(cwd, 'result.png'), 'mine')
    const { transcript } = await save(['Save to which file', 'as it is'], [join(cwd, 'result.png'), answer])
    expect(transcript).toContain(`? ${join(cwd, 'result.png')} is there already. Replace it? (y/N)`)
    expect(await read('result.png')).toBe(text)
  })

  test('that cannot be written says why', async () => {
    const { transcript } = await save(['Save to which file', 'missing/out.png'])
    expect(transcript.filter((line) => line.startsWith('bad:'))).toEqual([
      expect.stringMatching(/^bad: ENOENT: .*missing\/out\.png/),
    ])
    const { transcript: again } = await save(['Save to which file', '.'], [cwd, true])
    expect(again.filter((line) => line.startsWith('bad:'))).toEqual([expect.stringMatching(/^bad: EISDIR/)])
  })
})
