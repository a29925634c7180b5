import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { type ConsoleInvocation, consoleCommand } from './console-command.js'
import { openPage } from './open-page.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'console-'))
})

afterEach(() => rm(cwd, { recursive: true }))

describe('wrong use', () => {
  test.each<[Partial<ConsoleInvocation>, string]>([
    [{ flags: { root: ['missing'] } }, 'console: --root CWD/missing: there is no such folder'],
    [{ flags: { root: [], model: 'm' } }, 'console: --model-url and --model go together'],
    [
      { options: { protocol: 'auto' } },
      'console: --protocol is for one server: give one target, or write it into the config file',
    ],
  ])('%j', async (given, message) => {
    const { io } = createMemoryIo({ cwd, env: { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: join(cwd, 'settings') } })
    const invocation = { words: [], command: undefined, flags: { root: [] }, options: {}, ...given }
    await expect(consoleCommand(invocation, io)).rejects.toMatchObject({
      code: 'usage',
      message: message.replace('CWD', cwd),
    })
  })
})

describe.runIf(process.platform === 'linux')('a page is opened', () => {
  /** A program that opens pages, and what it was given. */
  async function placeOpener(script: string) {
    await mkdir(join(cwd, 'bin'))
    await writeFile(
      join(cwd, 'bin', 'xdg-open'),
      `#!/bin/sh\necho "$1" > ${cwd}/opened\ncp "$1" ${cwd}/page\n${script}\n`,
    )
    await chmod(join(cwd, 'bin', 'xdg-open'), 0o755)
    return { PATH: `${join(cwd, 'bin')}:${process.env['PATH']}` }
  }

  const address = 'http://127.0.0.1:1/#token=abc&to=/servers/a/tools'

  test.each([
    ['DISPLAY', ':0'],
    ['WAYLAND_DISPLAY', 'wayland-0'],
  ])('by a file that forwards to it, where there is a display: %s', async (variable, value) => {
    const env = { ...(await placeOpener('exit 0')), [variable]: value }
    const controller = new AbortController()
    expect(await openPage(address, { env, signal: controller.signal })).toBeUndefined()
    expect(await readFile(join(cwd, 'page'), 'utf8')).toBe(
      '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=http://127.0.0.1:1/#token=abc&amp;to=/servers/a/tools">\n',
    )
    const file = (await readFile(join(cwd, 'opened'), 'utf8')).trim()
    expect([(await stat(file)).mode & 0o777, (await stat(dirname(file))).mode & 0o777]).toEqual([0o600, 0o700])
    controller.abort()
    await expect(readdir(dirname(file))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('unless there is no display', async () => {
    const env = await placeOpener('exit 0')
    expect(await openPage(address, { env, signal: AbortSignal.abort() })).toBeUndefined()
    expect(await readdir(cwd)).toEqual(['bin'])
  })

  test('or it is said why not', async () => {
    const { signal, abort } = abortable()
    const env = { ...(await placeOpener('exit 4')), DISPLAY: ':0' }
    expect(await openPage(address, { env, signal })).toBe('xdg-open ended with 4; open the address yourself')
    expect(await openPage(address, { env: { DISPLAY: ':0', PATH: cwd }, signal })).toBe(
      'no browser could be opened with xdg-open; open the address yourself',
    )
    abort()
  })

  test('and is not waited for, if it stays open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { signal, abort } = abortable()
    const env = { ...(await placeOpener(`echo $$ > ${cwd}/pid; exec sleep 30`)), DISPLAY: ':0' }
    const opening = openPage(address, { env, signal })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await opening).toBeUndefined()
    vi.useRealTimers()
    const pid = await vi.waitFor(async () => Number(await readFile(join(cwd, 'pid'), 'utf8')))
    process.kill(pid)
    abort()
  })
})

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
