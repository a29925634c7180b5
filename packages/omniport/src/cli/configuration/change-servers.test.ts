import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { config, here, openFolder, pathOf, read, removeFolder, text, usage, write } from './fixtures/config-folder.js'

beforeEach(openFolder)

afterEach(removeFolder)

describe('add', () => {
  test('makes the file, and writes a program or an address into it', async () => {
    const { code, printed } = await config(['add', 'prog'], {
      command: ['node', 's.js'],
      options: { env: ['KEY=secret'] },
    })
    expect([code, JSON.parse(printed)]).toEqual([
      0,
      { name: 'prog', file: pathOf(), entry: { command: 'node', args: ['s.js'], env: ['KEY'] } },
    ])
    const second = await config(['add', 'far', 'https://a.example/mcp'], { options: { header: ['X-A: b'] } })
    expect(JSON.parse(second.printed).entry).toEqual({ type: 'http', url: 'https://a.example/mcp', headers: ['X-A'] })
    expect(JSON.parse(await read())).toEqual({
      mcpServers: {
        prog: { command: 'node', args: ['s.js'], env: { KEY: 'secret' } },
        far: { type: 'http', url: 'https://a.example/mcp', headers: { 'X-A': 'b' } },
      },
    })
    expect(await read()).toMatch(/^\{\n {2}"mcpServers": \{\n {4}"prog": \{\n {6}"command": "node",\n/)
  })

  test('leaves out what an entry does not have, and says what comes next', async () => {
    expect((await config(['add', 'a', 'http://a.example/'], text)).printed).toBe(
      `Added a to ${here()}. "omniport list a" shows what it offers.\n`,
    )
    await config(['add', 'b'], { command: ['x'] })
    expect(JSON.parse(await read()).mcpServers).toEqual({
      a: { type: 'http', url: 'http://a.example/' },
      b: { command: 'x', args: [] },
    })
  })

  test('replaces an entry only where that is wanted', async () => {
    await config(['add', 'a'], { command: ['old'] })
    const before = await read()
    expect((await config(['add', 'a'], { command: ['new'] })).code).toMatchObject(
      usage(`config add: ${here()} has a server "a"; --replace replaces it`),
    )
    expect(await read()).toBe(before)
    expect((await config(['add', 'a'], { command: ['new'], flags: { replace: true } })).code).toBe(0)
    expect(JSON.parse(await read()).mcpServers.a.command).toBe('new')
  })

  test('leaves what is around the entry, in the field that the file has', async () => {
    await write('{\n  // mine\n  "servers": { "a": { "command": "x" } },\n  "inputs": []\n}\n', 'sub/mcp.jsonc')
    const options = { config: 'sub/mcp.jsonc' }
    expect((await config(['add', 'b'], { command: ['y'], options })).code).toBe(0)
    const after = await read('sub/mcp.jsonc')
    expect(after).toContain('// mine')
    expect(after).toContain('"inputs": []')
    expect(after).not.toContain('mcpServers')
    expect((await config(['show'], { options })).printed).toContain('"name":"b"')
  })

  test('says why a file cannot be made', async () => {
    const options = { config: 'missing/mcp.json' }
    expect((await config(['add', 'b'], { command: ['y'], options })).code).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^config add: cannot write .*missing\/mcp\.json: ENOENT/),
    })
  })
})

describe('what is added', () => {
  test.each([
    [['add'], 'config add: give a name, and a URL or "-- command args…"'],
    [['add', 'a b', 'http://x'], 'config add: "a b" must be letters, digits, _ and -'],
    [['add', 'a-B_1x!', 'http://x'], 'config add: "a-B_1x!" must be letters, digits, _ and -'],
    [
      ['add', 'a', 'http://x', 'c'],
      'config add takes a name and a URL, got "c" as well; a program to start comes after "--"',
    ],
    [['remove'], 'config remove: give the name of a server'],
    [['remove', 'a', 'b'], 'config remove takes one name, got "b" as well'],
  ])('must be complete: %j', async (words, message) => {
    expect((await config(words)).code).toMatchObject(usage(message))
  })

  test.each(['a.toml', 'a.jsonx', 'json'])('goes into no file but one of JSON: %s', async (file) => {
    const { code } = await config(['add', 'a', 'http://x'], { options: { config: file } })
    expect(code).toMatchObject(usage(`config: only JSON files are changed; edit ${here(file)} by hand`))
  })

  test('goes into a file that has other things, or nothing', async () => {
    for (const content of ['{}', '{"mcpServers":{},"servers":{}}', '{"other":1}']) {
      await write(content)
      expect((await config(['add', 'a', 'http://x'])).code).toBe(0)
      expect(JSON.parse(await read()).mcpServers).toEqual({
        a: { type: 'http', url: expect.stringMatching(/^http:\/\/x/) },
      })
    }
  })
})

describe('remove', () => {
  beforeEach(() => write({ mcpServers: { notes: { command: 'x' }, far: { url: 'http://a' } } }))

  test('takes an entry out', async () => {
    const { code, printed } = await config(['remove', 'notes'])
    expect([code, JSON.parse(printed)]).toEqual([0, { name: 'notes', file: pathOf() }])
    expect(JSON.parse(await read())).toEqual({ mcpServers: { far: { url: 'http://a' } } })
    expect((await config(['remove', 'far'], text)).printed).toBe(`Removed far from ${here()}.\n`)
    expect((await config(['remove', 'far'])).code).toMatchObject({
      ...{ code: 'not_found', message: `config remove: there is no server "far" in ${here()}; it has none` },
    })
  })

  test('of a name that is not there names those that are', async () => {
    expect((await config(['remove', 'note'])).code).toMatchObject({
      code: 'not_found',
      message: `config remove: there is no server "note" in ${here()}; did you mean "notes"? It has notes, far`,
    })
    expect((await config(['remove', 'a'], { options: { config: 'other.json' } })).code).toMatchObject({
      ...{ code: 'not_found', message: `config: there is no file ${here('other.json')}; give the file with --config` },
    })
  })
})
