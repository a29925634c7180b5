import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { pathWithin } from './path-within.js'

let base = ''
const at = (path: string) => join(base, path)
const uri = (path: string) => pathToFileURL(at(path)).href
const root = (path: string) => ({ uri: uri(path) })

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'within-')))
  for (const folder of ['work/src', 'work2', 'outside', 'work/..hidden', 'work/a%2fb']) {
    mkdirSync(at(folder), { recursive: true })
  }
  for (const file of ['work/a.txt', 'work/src/b.txt', 'work2/c.txt', 'outside/secret']) writeFileSync(at(file), '')
  symlinkSync(at('outside'), at('work/out'))
  symlinkSync(at('work/src'), at('work/in'))
  symlinkSync(at('outside/new'), at('work/dangling'))
  symlinkSync('loop', at('work/loop'))
  symlinkSync(at('work'), at('link-to-work'))
})

afterAll(() => rmSync(base, { recursive: true }))

describe('the real path is', () => {
  test.each([
    ['of a file', 'work', 'work/a.txt', 'work/a.txt'],
    ['of the root itself', 'work', 'work', 'work'],
    ['behind a link that stays within', 'work', 'work/in/b.txt', 'work/src/b.txt'],
    ['of a file below a root that is a link', 'link-to-work', 'work/a.txt', 'work/a.txt'],
    ['of a file reached through a link to the root', 'work', 'link-to-work/a.txt', 'work/a.txt'],
    ['of what does not exist yet', 'work', 'work/new/deep/file', 'work/new/deep/file'],
    ['of what does not exist yet behind a link', 'work', 'work/in/new', 'work/src/new'],
    ['of a folder whose name begins with dots', 'work', 'work/..hidden', 'work/..hidden'],
    ['of a name with a percent sign, which a path does not decode', 'work', 'work/a%2fb', 'work/a%2fb'],
    ['of the one file that is a root', 'work/a.txt', 'work/a.txt', 'work/a.txt'],
  ])('%s', async (_name, folder, path, expected) => {
    verifies('ROOT-08')
    expect(await pathWithin([root(folder)], at(path))).toBe(at(expected))
  })

  test.each([
    ['a relative path, with one root', () => 'src/b.txt', 'work/src/b.txt'],
    ['nothing, which is the root', () => '', 'work'],
    ['dots that stay within', () => 'src/../a.txt', 'work/a.txt'],
    ['a file: URI', () => uri('work/a.txt'), 'work/a.txt'],
    ['a file: URI in capitals', () => uri('work/a.txt').replace('file:', 'FILE:'), 'work/a.txt'],
    ['a name that only has a URI within it', () => 'src/file:/new', 'work/src/file:/new'],
    ['a file: URI with encoded letters', () => uri('work/a.txt').replace('a.txt', '%61.txt'), 'work/a.txt'],
  ])('that of %s', async (_name, path, expected) => {
    expect(await pathWithin([root('work')], path())).toBe(at(expected))
  })

  test('within any of several roots', async () => {
    const roots = [root('work'), root('gone'), { uri: 'file://another.example/x' }, root('work2')]
    expect(await pathWithin(roots, at('work2/c.txt'))).toBe(at('work2/c.txt'))
  })
})

describe('refused is', () => {
  test.each([
    ['what is elsewhere', () => at('outside/secret')],
    ['the folder above', () => base],
    ['a sibling whose name begins as the root does', () => at('work2/c.txt')],
    ['the way up', () => '../outside/secret'],
    ['the way up from an absolute path', () => `${at('work')}/../outside/secret`],
    ['a link that leads out', () => 'out/secret'],
    ['a new file behind a link that leads out', () => 'out/new'],
    ['a link that leads nowhere', () => 'dangling'],
    ['what is below a link that leads nowhere', () => 'dangling/x'],
    ['a link to itself', () => 'loop'],
    ['what is below a file', () => 'a.txt/x'],
    ['another case, where it matters', () => at('WORK/a.txt')],
    ['a NUL', () => 'a.txt\0'],
    ['an encoded NUL', () => `${uri('work/a.txt')}%00`],
    ['an encoded slash in a URI', () => `${uri('work')}/..%2foutside`],
    ['encoded dots in a URI', () => `${uri('work')}/%2e%2e/outside/secret`],
    ['a URI of another machine', () => 'file://another.example/etc/passwd'],
    ['a broken URI', () => 'file://%'],
    ['a path too long for the system', () => 'x/'.repeat(100_000)],
  ])('%s', async (_name, path) => {
    verifies('ROOT-08')
    await expect(pathWithin([root('work')], path())).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringMatching(/ is not a path within the roots$/),
    })
  })

  test.each([
    ['no roots', () => [], () => at('work/a.txt')],
    ['a root that is gone', () => [root('gone')], () => at('gone/a')],
    ['a relative path with several roots', () => [root('work'), root('work2')], () => 'a.txt'],
    ['a relative path without roots', () => [], () => 'a.txt'],
    ['a root that is another file', () => [root('work/src/b.txt')], () => at('work/a.txt')],
    ['a root with a NUL', () => [{ uri: 'file:///a%00' }], () => '/a'],
  ])('%s', async (_name, roots, path) => {
    verifies('ROOT-08')
    await expect(pathWithin(roots(), path())).rejects.toMatchObject({ code: 'denied' })
  })

  test('a relative path where the root has no path here', async () => {
    await expect(pathWithin([{ uri: 'file://another.example/x' }], 'a.txt')).rejects.toMatchObject({
      code: 'denied',
      message: '"a.txt" is not a path within the roots',
    })
  })

  test('with the reason of the system where there is one, and with a name that is not too long', async () => {
    const refused = await Promise.all(
      ['loop', 'out/secret', 'x'.repeat(10_000)].map((path) =>
        pathWithin([root('work')], path).catch((error) => error),
      ),
    )
    expect(refused.map(({ cause }) => cause?.code)).toEqual(['ELOOP', undefined, 'ENAMETOOLONG'])
    expect(refused.slice(0, 2).map(({ message }) => message)).toEqual([
      '"loop" is not a path within the roots',
      '"out/secret" is not a path within the roots',
    ])
    expect(refused[2].message.length).toBeLessThan(1_000)
  })

  test('what is no string, as a TypeError', async () => {
    await expect(pathWithin([root('work')], undefined as unknown as string)).rejects.toThrow(
      new TypeError('pathWithin: path must be a string'),
    )
  })
})
