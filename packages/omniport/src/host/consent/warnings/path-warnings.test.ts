import { describe, expect, test } from 'vitest'
import { warningsOf } from './fixtures/warnings-of.js'
import { launchWarnings } from './launch-warnings.js'

const secret = (path: string) => `There are keys and passwords of yours: ${path}`
const system = (path: string) => `That is a part of the system of this machine: ${path}`
const wide = (path: string) => `That is everything you have, or all of this machine: ${path}`
const outside = (path: string) => `It leads out of the folder that it works in: ${path}`
const movable = (path: string) =>
  `Which program ${path} is depends on the folder it is started in, and on whoever can write there.`

describe('a path is found', () => {
  test.each([
    ['as the command', '/opt/.ssh/run a', secret('/opt/.ssh/run')],
    ['alone', 'files .env', secret('.env')],
    ['with more behind it', 'files /x/gcloud/config', secret('/x/gcloud/config')],
    ['after a colon', 'files data:~/.ssh', secret('~/.ssh')],
    ['after a comma', 'files a,/etc', system('/etc')],
    ['after a semicolon', 'files a;/etc', system('/etc')],
    ['after an @', 'files @/etc', system('/etc')],
    ['in quotes', `files "/etc"`, system('/etc')],
  ])('%s', (_, line, warning) => {
    expect(warningsOf(line)).toEqual([warning])
  })

  test('after a space in an argument', () => {
    expect(warningsOf(['files', 'a /etc'])).toEqual([system('/etc')])
  })

  test('as a drive that the program works in', () => {
    expect(launchWarnings({ type: 'command', command: 'files', args: [], env: [], cwd: 'C:' })).toEqual([wide('C:')])
  })

  test('of each kind once, the first of it', () => {
    expect(warningsOf('files /etc /var ~ /')).toEqual([system('/etc'), wide('~')])
  })
})

describe('not warned of are', () => {
  test.each([
    ['a file whose name ends like a secret one', 'files my.env'],
    ['a folder of an address', 'files abc:/Windows'],
    ['a folder that begins like one of the system', 'files C:\\Windows2'],
    ['a folder with a slash behind it', 'files /srv/work/'],
    ['a folder of a person that is no person', 'files /home/ann/work/'],
    ['an address of a person', 'files ann@a.example'],
    ['a command in a folder of the person', '~/bin/notes a'],
    ['a command on another machine', '\\\\srv\\notes a'],
    ['a command on a drive', 'd:/notes a'],
  ])('%s', (_, line) => {
    expect(warningsOf(line)).toEqual([])
  })
})

describe('a path leads out', () => {
  test.each(['..', 'a/..', 'a\\..\\b', '--x=..', 'a:../b', '../', '..\\b'])('by %s', (arg) => {
    expect(warningsOf(['files', arg])).toEqual([outside(arg)])
  })

  test.each(['..hidden', 'a../b', 'v1..v2', '...', 'a..'])('not by %s', (arg) => {
    expect(warningsOf(['files', arg])).toEqual([])
  })
})

test.each(['./run', 'bin\\run', '../run', 'a:b/run'])('which program %s is depends on the folder', (command) => {
  expect(warningsOf(`${command} a`)).toEqual([movable(command)])
})
