import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { readCalls, writeCalls } from './calls-file.js'
import { type MadeCall, saveCall } from './save-call.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'calls-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const read = async (value: unknown) => {
  await writeFile(join(cwd, 'a.json'), typeof value === 'string' ? value : JSON.stringify(value))
  return readCalls('a.json', { cwd })
}

describe('a file of calls', () => {
  test('may not be there', async () => {
    expect(await readCalls('none.json', { cwd })).toBe(undefined)
  })

  test.each([
    [{ version: 1, calls: [] }],
    [
      {
        $schema: 'x',
        version: 1,
        target: ['a'],
        calls: [{ tool: 'a', name: 'n', arguments: { b: 1 } }, { resource: 'a:b' }, { prompt: 'p' }],
      },
    ],
    [
      {
        version: 1,
        calls: [
          {
            tool: 'a',
            expect: { isError: true, text: 'x', contains: ['x'], structuredContent: null, result: 7, errorCode: -1 },
          },
        ],
      },
    ],
    [{ version: 1, calls: [{ tool: 'a', expect: { contains: 'x' } }] }],
  ])('is read: %j', async (value) => {
    expect(await read(value)).toEqual(value)
  })

  test.each([
    [{ version: 2, calls: [] }, 'version'],
    [{ calls: [] }, 'version'],
    [{ version: 1 }, 'calls'],
    [{ version: 1, calls: {} }, 'calls'],
    [{ version: 1, calls: [], target: [] }, 'target'],
    [{ version: 1, calls: [], target: [7] }, 'target.0'],
    [{ version: 1, calls: [], $schema: 7 }, '$schema'],
    [{ version: 1, calls: [], more: 1 }, 'more'],
    [{ version: 1, calls: [7] }, 'calls.0'],
    [{ version: 1, calls: [{}] }, 'calls.0'],
    [{ version: 1, calls: [{ tool: 'a', prompt: 'b' }] }, 'calls.0'],
    [{ version: 1, calls: [{ tool: 7 }] }, 'calls.0.tool'],
    [{ version: 1, calls: [{ resource: 7 }] }, 'calls.0.resource'],
    [{ version: 1, calls: [{ prompt: 7 }] }, 'calls.0.prompt'],
    [{ version: 1, calls: [{ tool: 'a', name: 7 }] }, 'calls.0.name'],
    [{ version: 1, calls: [{ tool: 'a', arguments: [] }] }, 'calls.0.arguments'],
    [{ version: 1, calls: [{ tool: 'a', more: 1 }] }, 'calls.0.more'],
    [{ version: 1, calls: [{ tool: 'a', expect: 7 }] }, 'calls.0.expect'],
    [{ version: 1, calls: [{ tool: 'a', expect: { isError: 1 } }] }, 'calls.0.expect.isError'],
    [{ version: 1, calls: [{ tool: 'a', expect: { text: 1 } }] }, 'calls.0.expect.text'],
    [{ version: 1, calls: [{ tool: 'a', expect: { contains: 1 } }] }, 'calls.0.expect.contains'],
    [{ version: 1, calls: [{ tool: 'a', expect: { contains: [1] } }] }, 'calls.0.expect.contains'],
    [{ version: 1, calls: [{ tool: 'a', expect: { errorCode: 1.5 } }] }, 'calls.0.expect.errorCode'],
    [{ version: 1, calls: [{ tool: 'a', expect: { errors: 1 } }] }, 'calls.0.expect.errors'],
  ])('is refused with the place of the fault: %j', async (value, place) => {
    await expect(read(value)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(
        new RegExp(
          `^a\\.json: ${place.replace('$', '\\$')}[. ].*; "omniport call … --save a\\.json" writes such files$`,
        ),
      ),
    })
  })

  test('that is no object is refused', async () => {
    await expect(read([])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^a\.json: \S.*; "omniport call … --save a\.json" writes such files$/),
    })
  })

  test('that is not JSON is refused', async () => {
    await expect(read('{')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^a\.json: not JSON: \S/),
    })
  })

  test('that is a folder can be neither read nor written', async () => {
    await mkdir(join(cwd, 'folder'))
    await expect(readCalls('folder', { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^cannot read the file "folder": EISDIR/),
    })
    await expect(writeCalls('folder', { version: 1, calls: [] }, { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^cannot write the file "folder": EISDIR/),
    })
  })
})

describe('a call that is saved', () => {
  const result = { content: [{ type: 'text' as const, text: 'three' }] }
  const save = async (
    more: object = {},
    target: Parameters<typeof saveCall>[1]['target'] = { type: 'word', word: 'notes' },
  ) => {
    const { io, stderr } = createMemoryIo({ cwd })
    await saveCall(
      'a.json',
      { target, name: 'add', args: { a: 1 }, result: { isError: false, ...result, ...more } as MadeCall['result'] },
      io,
    )
    return { stderr: stderr(), file: JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8')) }
  }

  test('makes the file, with the target', async () => {
    const { stderr, file } = await save()
    expect(file).toEqual({
      version: 1,
      target: ['notes'],
      calls: [{ tool: 'add', arguments: { a: 1 }, expect: { isError: false, text: 'three' } }],
    })
    expect(stderr).toEqual(['Saved as call 1 of a.json; "omniport test a.json" makes it again'])
  })

  test('comes after those that are there', async () => {
    await save({}, { type: 'command', command: 'node', args: ['x.js'] })
    const { stderr, file } = await save({ isError: true, structuredContent: { b: 2 } })
    expect([file.target, file.calls[1].expect]).toEqual([
      ['--', 'node', 'x.js'],
      { isError: true, structuredContent: { b: 2 } },
    ])
    expect(stderr).toEqual(['Saved as call 2 of a.json; "omniport test a.json" makes it again'])
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toMatch(/^\{\n {2}"version": 1,\n[\s\S]*\}\n$/)
  })
})
