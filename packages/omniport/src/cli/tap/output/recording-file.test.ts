import { closeSync, fstatSync, statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CliError } from '../../errors/cli-error.js'
import { createRecordingFile } from './recording-file.js'

let cwd: string
const created: string[] = []

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'recording-'))
})

afterEach(async () => {
  for (const path of created.splice(0)) close(path)
  await rm(cwd, { recursive: true })
})

function create(given: string | undefined, onProblem: (message: string) => void = () => {}) {
  const file = createRecordingFile(given, { cwd, env: { XDG_CONFIG_HOME: join(cwd, 'settings') } }, onProblem)
  created.push(file.path)
  return file
}

/** Closes a file, which stays open as long as the process otherwise. */
function close(path: string): void {
  const { ino } = statSync(path)
  for (const descriptor of Array.from({ length: 256 }, (_, index) => index)) {
    if (inodeOf(descriptor) === ino) closeSync(descriptor)
  }
}

function inodeOf(descriptor: number): number | undefined {
  try {
    return fstatSync(descriptor).ino
  } catch {
    return undefined
  }
}

test('lines are in the file at once', async () => {
  const { path, write } = create('a/b.jsonl')
  write('ü\n')
  write('b\n')
  expect(path).toBe(join(cwd, 'a', 'b.jsonl'))
  expect(await readFile(path, 'utf8')).toBe('ü\nb\n')
})

test('only its user may read it and its folder', async () => {
  const { path } = create('a/b.jsonl')
  const modes = [await stat(path), await stat(join(cwd, 'a'))].map(({ mode }) => mode & 0o777)
  expect(modes).toEqual([0o600, 0o700])
})

test('a file that is there is left alone: the name gets a number', async () => {
  await writeFile(join(cwd, 'a.jsonl'), 'before')
  await symlink(join(cwd, 'nowhere'), join(cwd, 'a-2.jsonl'))
  create('a.jsonl').write('x')
  create('a.jsonl').write('y')
  expect((await readdir(cwd)).sort()).toEqual(['a-2.jsonl', 'a-3.jsonl', 'a-4.jsonl', 'a.jsonl'])
  const texts = ['a.jsonl', 'a-3.jsonl', 'a-4.jsonl'].map((name) => readFile(join(cwd, name), 'utf8'))
  expect(await Promise.all(texts)).toEqual(['before', 'x', 'y'])
})

test('without a name it is among the settings of the user', () => {
  const { path } = create(undefined)
  expect(path.slice(cwd.length)).toMatch(
    /^\/settings\/omniport\/recordings\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+\.jsonl$/,
  )
})

test('a file that cannot be created is refused', async () => {
  await writeFile(join(cwd, 'a'), '')
  expect(() => create('a/b.jsonl')).toThrow(
    new CliError(
      'usage',
      `tap: cannot create the recording ${join(cwd, 'a/b.jsonl')}: EEXIST: file already exists, mkdir '${join(cwd, 'a')}'`,
    ),
  )
})

test('what can no longer be written is said once', () => {
  const problems: string[] = []
  const { path, write } = create('a.jsonl', (message) => problems.push(message))
  close(path)
  write('x')
  write('y')
  expect(problems).toEqual([`The recording ${path} ends here: EBADF: bad file descriptor, write`])
})
