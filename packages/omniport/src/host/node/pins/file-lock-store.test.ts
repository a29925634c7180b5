import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pin } from '../../pins/pin.js'
import { createFileLock } from './file-lock-store.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-lock-'))
  path = join(folder, 'mcp.lock')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const one = '1'.repeat(64)
const two = '2'.repeat(64)

function pins(tools: Record<string, string>): ReadonlyMap<string, Pin> {
  return new Map(Object.entries(tools).map(([tool, definition]) => [tool, { definition }]))
}

/** As plain values, in their order. */
async function read(): Promise<unknown> {
  return [...(await createFileLock(path).read())].map(([server, tools]) => [server, [...tools]])
}

describe('what is in the file', () => {
  test('is JSON in one form, sorted by names, with an end of line, whatever it was written in', async () => {
    const store = createFileLock(path)
    await store.write('notes', pins({ sub: two, add: one }))
    await store.write('files', pins({ read: one }))
    expect(await readFile(path, 'utf8')).toBe(`{
  "version": 1,
  "servers": {
    "files": {
      "tools": {
        "read": "sha256-${one}"
      }
    },
    "notes": {
      "tools": {
        "add": "sha256-${one}",
        "sub": "sha256-${two}"
      }
    }
  }
}
`)
    expect(await read()).toEqual([
      ['files', [['read', { definition: one }]]],
      [
        'notes',
        [
          ['add', { definition: one }],
          ['sub', { definition: two }],
        ],
      ],
    ])
  })

  test('replaces the pins of one server, and only of that one', async () => {
    const store = createFileLock(path)
    await store.write('a', pins({ x: one, y: one }))
    await store.write('b', pins({ x: one }))
    await store.write('a', pins({ x: two }))
    expect(await read()).toEqual([
      ['a', [['x', { definition: two }]]],
      ['b', [['x', { definition: one }]]],
    ])
    await store.write('a', pins({}))
    expect(await read()).toEqual([['b', [['x', { definition: one }]]]])
  })

  test('holds any name, those of prototypes included', async () => {
    const names = ['__proto__', 'constructor', 'toString', '', '"\\\n', '10', '9']
    const store = createFileLock(path)
    for (const name of names) await store.write(name, pins(Object.fromEntries(names.map((tool) => [tool, one]))))
    const lock = await createFileLock(path).read()
    expect([...lock.keys()].sort()).toEqual([...names].sort())
    for (const name of names) expect([...(lock.get(name)?.keys() ?? [])].sort()).toEqual([...names].sort())
    expect(({} as { tools?: unknown }).tools).toBeUndefined()
    await store.write('__proto__', pins({}))
    expect((await store.read()).has('__proto__')).toBe(false)
  })

  test('keeps fields that it does not know, of the file and of a server', async () => {
    await writeFile(
      path,
      JSON.stringify({ version: 1, $comment: 'ours', servers: { a: { tools: {}, note: [{ z: 1, b: 2 }] } } }),
    )
    const store = createFileLock(path)
    await store.write('a', pins({ x: one }))
    await store.write('b', pins({ x: one }))
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 1,
      $comment: 'ours',
      servers: {
        a: { note: [{ z: 1, b: 2 }], tools: { x: `sha256-${one}` } },
        b: { tools: { x: `sha256-${one}` } },
      },
    })
  })
})

describe('on the disk', () => {
  test('no file is no pins, and stays none until there are some', async () => {
    expect(await read()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('it may be read by all, and nothing else is left beside it', async () => {
    const store = createFileLock(path)
    await store.exclusive?.(() => store.write('a', pins({ x: one })))
    expect((await stat(path)).mode & 0o777).toBe(0o644 & ~process.umask())
    expect(await readdir(folder)).toEqual(['mcp.lock'])
  })

  test('what does not change is not written', async () => {
    const store = createFileLock(path)
    await store.write('a', pins({ x: one, y: two }))
    const before = await stat(path, { bigint: true })
    await store.write('a', pins({ y: two, x: one }))
    const after = await stat(path, { bigint: true })
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs])
    await store.write('a', pins({ y: two }))
    expect((await stat(path, { bigint: true })).ino).not.toBe(before.ino)
  })

  test('ends of lines of Windows, and a byte order mark, are no change', async () => {
    const store = createFileLock(path)
    await store.write('a', pins({ x: one }))
    const text = (await readFile(path, 'utf8')).replaceAll('\n', '\r\n')
    await writeFile(path, text)
    await store.write('a', pins({ x: one }))
    expect(await readFile(path, 'utf8')).toBe(text)
    await writeFile(path, `\uFEFF${text}`)
    expect(await read()).toEqual([['a', [['x', { definition: one }]]]])
  })

  test('a link is not followed: neither it nor what it leads to is changed', async () => {
    const target = join(folder, 'other.lock')
    const text = JSON.stringify({ version: 1, servers: { a: { tools: { x: `sha256-${one}` } } } })
    await writeFile(target, text, { mode: 0o600 })
    await symlink(target, path)
    const refused = { code: 'invalid_config', message: `${path} cannot be used: it is a symbolic link` }
    const store = createFileLock(path)
    await expect(store.write('a', pins({ x: two }))).rejects.toMatchObject(refused)
    await expect(store.read()).rejects.toMatchObject(refused)
    expect([await readFile(target, 'utf8'), (await stat(target)).mode & 0o777]).toEqual([text, 0o600])
    expect((await readdir(folder)).sort()).toEqual(['mcp.lock', 'other.lock'])
  })

  test.each(['writing', 'pinning'])('a link in place of the folder %s is not followed either', async (what) => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, '1.1-ab-cd'), 'kept')
    await symlink(elsewhere, `${path}.${what}`)
    const store = createFileLock(path)
    await expect(store.exclusive?.(() => store.write('a', pins({ x: one })))).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(`${path}.${what} is a symbolic link`),
    })
    expect(await readdir(elsewhere)).toEqual(['1.1-ab-cd'])
  })

  test.each([0o600, 0o640, 0o664])('a mode of %o is kept', async (mode) => {
    await writeFile(path, '{"version":1}')
    await chmod(path, mode)
    await createFileLock(path).write('a', pins({ x: one }))
    expect((await stat(path)).mode & 0o777).toBe(mode)
  })

  test('a folder that is not there is made when there is something to write, for all to read', async () => {
    path = join(folder, 'new', 'mcp.lock')
    await createFileLock(path).write('a', pins({ x: one }))
    expect(await readdir(join(folder, 'new'))).toEqual(['mcp.lock'])
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o777 & ~process.umask())
  })

  test('what a process that died left half written is removed, and no file of anybody else', async () => {
    const [left, own] = [`${path}.${'0'.repeat(18)}.tmp`, `${path}.bak`]
    const longAgo = new Date(Date.now() - 61_000)
    for (const file of [left, own]) {
      await writeFile(file, '{')
      await utimes(file, longAgo, longAgo)
    }
    await createFileLock(path).write('a', pins({ x: one }))
    expect((await readdir(folder)).sort()).toEqual(['mcp.lock', 'mcp.lock.bak'])
  })
})

describe('a file that cannot be used is an error that names it, and stays as it is', () => {
  const server = (value: unknown) => JSON.stringify({ version: 1, servers: { a: value } })

  test.each([
    ['nothing', ' \n', 'it is empty: delete it to start again'],
    ['no JSON', '{"version":1,', /^it is not JSON: ./],
    ['no object', '[1]', 'it is not a JSON object'],
    ['no version', '{"servers":{}}', 'it has no "version": 1'],
    ['a version as text', '{"version":"1"}', 'it has no "version": 1'],
    ['a newer one', '{"version":2}', 'it is of version 2, and this release supports 1: update omniport'],
    ['servers in an array', '{"version":1,"servers":[]}', 'it must have an object at "servers"'],
    ['a server that is null', server(null), 'it must have an object at "servers" → "a"'],
    ['tools in an array', server({ tools: [] }), 'it must have an object at "servers" → "a" → "tools"'],
    [
      'a number',
      server({ tools: { x: 1 } }),
      'it must have "sha256-" and 64 hexadecimal digits at "servers" → "a" → "x"',
    ],
    ['another hash', server({ tools: { x: `sha512-${one}` } }), /^it must have "sha256-" and 64/],
    ['more digits', server({ tools: { x: `sha256-${one}1` } }), /^it must have "sha256-" and 64/],
    ['large digits', server({ tools: { x: `sha256-${'A'.repeat(64)}` } }), /^it must have "sha256-" and 64/],
    [
      'a merge',
      `{\n"version": 1,\n<<<<<<< HEAD\n"servers": {}\n=======\n>>>>>>> main\n}`,
      'it has merge conflict markers from line 3 on: resolve the conflict',
    ],
    ['the rest of a merge', '{\n"version": 1\n=======\r\n}', /from line 3 on/],
  ])('%s', async (_what, text, why) => {
    await writeFile(path, text)
    const store = createFileLock(path)
    const prefix = `${path} cannot be used: `
    for (const attempt of [() => store.read(), () => store.write('b', pins({ x: one }))]) {
      const error = await attempt().then(
        () => undefined,
        (reason) => reason,
      )
      expect(error).toMatchObject({ code: 'invalid_config' })
      expect(error.message.slice(0, prefix.length)).toBe(prefix)
      expect(error.message.slice(prefix.length)).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
    }
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['mcp.lock'])
  })

  test.each([
    ['a folder', () => mkdir(path)],
    ['a pipe', () => spawnSync('mkfifo', [path])],
  ])('%s', async (_what, create) => {
    await create()
    await expect(createFileLock(path).read()).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${path} cannot be used: it is not a regular file`,
    })
  })

  test('a place where nothing can be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = createFileLock(join(folder, 'file', 'mcp.lock'))
    for (const attempt of [() => store.write('a', pins({ x: one })), () => store.exclusive?.(async () => 1)])
      await expect(attempt()).rejects.toMatchObject({
        code: 'invalid_config',
        message: expect.stringMatching(/mcp\.lock cannot be used: E/),
      })
  })
})

describe('many at once', () => {
  test('writers in one process lose nothing of each other', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `s${index}`)
    await Promise.all(names.map((name) => createFileLock(path).write(name, pins({ [name]: one }))))
    expect([...(await createFileLock(path).read()).keys()].sort()).toEqual([...names].sort())
    expect(await readdir(folder)).toEqual(['mcp.lock'])
  })

  test('writers in several processes lose nothing of each other', async () => {
    const built = fileURLToPath(new URL('../../../../dist/host/node/pins/file-lock-store.js', import.meta.url))
    const fixture = fileURLToPath(new URL('./fixtures/pins-one-by-one.mjs', import.meta.url))
    const children = [0, 1, 2].map((index) =>
      spawn(process.execPath, [fixture, built, path, `t${index}`, '5'], { stdio: 'inherit' }),
    )
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0])
    expect((await createFileLock(path).read()).get('a')?.size).toBe(15)
    expect(await readdir(folder)).toEqual(['mcp.lock'])
  })

  test('what runs exclusively rejects as it does, and lets the next one in', async () => {
    const store = createFileLock(path)
    const order: string[] = []
    const failure = new Error('mine')
    const first = store.exclusive?.(async () => {
      order.push('first')
      await store.write('a', pins({ x: one }))
      order.push('written')
      throw failure
    })
    const second = createFileLock(path).exclusive?.(async () => order.push('second'))
    await expect(first).rejects.toBe(failure)
    await second
    expect([...order].sort()).toEqual(['first', 'second', 'written'])
    expect(Math.abs(order.indexOf('written') - order.indexOf('first'))).toBe(1)
  })
})
