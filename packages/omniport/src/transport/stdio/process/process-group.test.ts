import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProcessGroup } from './process-group.js'

/** No process has this number: nothing that a test does wrong reaches one. */
const pid = 2 ** 30
const problem = (code: string) => Object.assign(new Error(code), { code })

const kills: unknown[] = []
let answer: () => true = () => true
const groups: ProcessGroup[] = []
const platform = Object.getOwnPropertyDescriptor(process, 'platform')

beforeEach(() => {
  kills.length = 0
  answer = () => true
  vi.spyOn(process, 'kill').mockImplementation((...given) => {
    kills.push(given)
    return answer()
  })
})

afterEach(() => {
  for (const group of groups.splice(0)) group.release()
  if (platform !== undefined) Object.defineProperty(process, 'platform', platform)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function open(): ProcessGroup {
  const group = new ProcessGroup(pid)
  groups.push(group)
  return group
}

const setPlatform = (value: string) => Object.defineProperty(process, 'platform', { value, configurable: true })
const failWith = (code: string) => {
  answer = () => {
    throw problem(code)
  }
}

describe('a signal', () => {
  test('goes to the whole group', () => {
    open().signal('SIGTERM')
    open().signal('SIGKILL')
    expect(kills).toEqual([
      [-pid, 'SIGTERM'],
      [-pid, 'SIGKILL'],
    ])
  })

  test.each(['ESRCH', 'EPERM'])('to a group that is gone does nothing: %s', (code) => {
    failWith(code)
    open().signal('SIGTERM')
    expect(kills).toHaveLength(1)
  })

  test('on Windows is the work of a program of the system, if there is one', () => {
    setPlatform('win32')
    vi.stubEnv('PATH', '')
    open().signal('SIGTERM')
    open().signal('SIGKILL')
    expect(kills).toEqual([])
  })

  test('that there is not is an error', () => {
    failWith('EINVAL')
    const group = open()
    expect(() => group.signal('SIGTERM')).toThrow(problem('EINVAL'))
  })
})

describe('a group runs', () => {
  test('not when nobody knows it', async () => {
    failWith('ESRCH')
    for (const name of ['linux', 'darwin']) {
      setPlatform(name)
      expect(await open().isRunning()).toBe(false)
    }
    expect(kills).toEqual([
      [-pid, 0],
      [-pid, 0],
    ])
  })

  test('when it may be signalled, or belongs to somebody else', async () => {
    setPlatform('darwin')
    expect(await open().isRunning()).toBe(true)
    failWith('EPERM')
    expect(await open().isRunning()).toBe(true)
  })

  test('not when all of its processes have exited', async () => {
    setPlatform('linux')
    expect(await open().isRunning()).toBe(false)
  })

  test('not on Windows, which has no groups', async () => {
    setPlatform('win32')
    expect([await open().isRunning(), kills]).toEqual([false, []])
  })
})

describe('the exit of this process', () => {
  const listenersSince = (before: readonly unknown[]) =>
    process.listeners('exit').filter((listener) => !before.includes(listener))

  test('ends the groups that were not released', () => {
    const before = process.listeners('exit')
    const [released] = [open(), open()]
    released?.release()
    const [endAll, ...others] = listenersSince(before)
    expect(others).toEqual([])
    endAll?.(0)
    expect(kills).toEqual([
      [-pid, 'SIGTERM'],
      [-pid, 'SIGKILL'],
    ])
  })

  test('is nothing to groups that were released, also twice', () => {
    const before = process.listeners('exit')
    const [first, second] = [open(), open()]
    first.release()
    first.release()
    expect(listenersSince(before)).toHaveLength(1)
    second.release()
    expect(listenersSince(before)).toEqual([])
  })
})
