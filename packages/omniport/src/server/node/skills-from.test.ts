import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { SkillSource } from '../skills/skill-source.js'
import { skillsFrom } from './skills-from.js'

const skillText = (name: string, description = 'x') => `---\nname: ${name}\ndescription: ${description}\n---\n\nText\n`

/** A new folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skills-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await write(folder, name, content)
  return folder
}

async function write(folder: string, name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}

const pathsOf = ({ skills }: SkillSource) => skills.map(({ path, files }) => [path.join('/'), [...files.keys()]])

async function read(source: SkillSource, name: string): Promise<string | undefined> {
  const bytes = await source.skills[0]?.files.get(name)?.read()
  return bytes && new TextDecoder().decode(bytes)
}

test('each directory with a SKILL.md is a skill, and has the files of those within it', async () => {
  const folder = await folderOf({
    'a/SKILL.md': skillText('a'),
    'a/x/y.txt': 'y',
    'a/inner/SKILL.md': skillText('inner'),
    'a/.git/config': 'left out',
    'team/b/SKILL.md': skillText('b'),
    'notes.txt': 'of no skill',
  })
  expect(pathsOf(await skillsFrom(folder))).toEqual([
    ['a', ['SKILL.md', 'inner/SKILL.md', 'x/y.txt']],
    ['a/inner', ['SKILL.md']],
    ['team/b', ['SKILL.md']],
  ])
})

test('a folder that has a SKILL.md itself is a skill', async () => {
  const folder = await folderOf({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/x.md': '' })
  expect(pathsOf(await skillsFrom(join(folder, 'pdf')))).toEqual([['pdf', ['SKILL.md', 'x.md']]])
})

test('the digest and size are those of the bytes', async () => {
  verifies('SKILL-14')
  const source = await skillsFrom(await folderOf({ 'a/SKILL.md': skillText('a') }))
  const bytes = Buffer.from(skillText('a'))
  expect(await source.skills[0]?.files.get('SKILL.md')?.describe?.()).toEqual({
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
  })
  expect(await read(source, 'SKILL.md')).toBe(skillText('a'))
})

test.each([
  [{ 'a/SKILL.md': '# A' }, /a.SKILL\.md: SKILL\.md must begin with frontmatter/],
  [
    { 'a/SKILL.md': skillText('b') },
    /a.SKILL\.md: the frontmatter: name is "b", and must be that of the directory, "a"/,
  ],
  [{ [`${'d/'.repeat(17)}x`]: '' }, /is deeper than 16 folders/],
  [
    { 'a/SKILL.md': skillText('a'), ...Object.fromEntries(Array.from({ length: 512 }, (_, at) => [`a/${at}`, ''])) },
    /a.SKILL\.md has 513 files, more than 512/,
  ],
  [{ 'a/SKILL.md': skillText('a'), 'a/x': 'x'.repeat(16 * 1024 * 1024) }, /has 167772\d\d bytes, more than 16777216/],
])('%# is refused', async (files, message) => {
  verifies('SKILL-05', 'SKILL-06', 'SKILL-18')
  await expect(skillsFrom(await folderOf(files as Record<string, string>))).rejects.toThrow(message)
})

test('a folder that is not there is refused', async () => {
  await expect(skillsFrom('/nowhere/skills')).rejects.toThrow(
    new TypeError('skillsFrom: /nowhere/skills is no folder that can be read'),
  )
})

test.each(['file', 'folder'])('a link to a %s is refused', async (kind) => {
  const folder = await folderOf({ 'skills/a/SKILL.md': skillText('a'), 'outside/secret.txt': 'secret' })
  const target = kind === 'file' ? 'outside/secret.txt' : 'outside'
  await symlink(join(folder, target), join(folder, 'skills/a/x'))
  await expect(skillsFrom(join(folder, 'skills'))).rejects.toThrow(/a.x is a link, and links are not followed/)
})

test('a link that takes the place of a file or folder later is not followed', async () => {
  const folder = await folderOf({
    'skills/a/SKILL.md': skillText('a'),
    'skills/a/x.txt': 'x',
    'skills/a/sub/y.txt': 'y',
    'outside/y.txt': 'secret',
  })
  const source = await skillsFrom(join(folder, 'skills'))
  await rm(join(folder, 'skills/a/x.txt'))
  await symlink(join(folder, 'outside/y.txt'), join(folder, 'skills/a/x.txt'))
  await rename(join(folder, 'skills/a/sub'), join(folder, 'former'))
  await symlink(join(folder, 'outside'), join(folder, 'skills/a/sub'))
  await expect(read(source, 'x.txt')).rejects.toThrow('is a symbolic link')
  await expect(read(source, 'sub/y.txt')).rejects.toThrow('is reached through a link')
})

test('a digest that could not be computed is computed again', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a'), 'a/x': 'x' })
  const file = (await skillsFrom(folder)).skills[0]?.files.get('x')
  await rm(join(folder, 'a/x'))
  await expect(file?.describe?.()).rejects.toThrow('is gone')
  await write(folder, 'a/x', 'x')
  expect(await file?.describe?.()).toMatchObject({ size: 1 })
})

test('a file that is gone is not found', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a'), 'a/x': 'x' })
  const source = await skillsFrom(folder)
  await rm(join(folder, 'a/x'))
  expect(await read(source, 'x')).toBeUndefined()
})

test('changes are noticed, and what did not change stays the same object', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a'), 'a/x': 'x' })
  const source = await skillsFrom(folder)
  const [former] = source.skills
  const changed = new Promise<void>((resolve) => onTestFinished(source.watch(resolve)))
  await write(folder, 'a/sub/new.txt', 'new')
  await write(folder, 'a/x', 'changed')
  await changed
  await expect.poll(() => pathsOf(source)).toEqual([['a', ['SKILL.md', 'sub/new.txt', 'x']]])
  await expect.poll(() => read(source, 'x')).toBe('changed')
  expect(source.skills[0]?.files.get('SKILL.md')).toBe(former?.files.get('SKILL.md'))
  expect(source.skills[0]?.files.get('x')).not.toBe(former?.files.get('x'))
})

test('a change that cannot be served is logged, and the former skills stay', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a') })
  const logger = createRecordingLogger()
  const source = await skillsFrom(folder, { logger })
  onTestFinished(source.watch(() => {}))
  await write(folder, 'a/SKILL.md', 'no frontmatter')
  await expect
    .poll(() => logger.errors.map(({ message }) => message))
    .toContain(`skills of ${folder}: a change is not served`)
  expect(logger.errors[0]?.error).toBeInstanceOf(TypeError)
  expect(pathsOf(source)).toEqual([['a', ['SKILL.md']]])
})

test('changes are noticed as long as anybody listens', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a') })
  const clock = createManualRuntime()
  const source = await skillsFrom(folder, { clock })
  let count = 0
  const [first, second] = [source.watch(() => {}), source.watch(() => (count += 1))]
  onTestFinished(second)
  first()
  await write(folder, 'a/x', 'x')
  await expect.poll(() => clock.timers).toBe(1)
  clock.advance(100)
  await expect.poll(() => count).toBe(1)
  second()
  expect(clock.timers).toBe(0)
})

test('with watch: false changes are not noticed', async () => {
  const folder = await folderOf({ 'a/SKILL.md': skillText('a') })
  const logger = createRecordingLogger()
  const unwatched = await skillsFrom(folder, { watch: false, logger })
  const watched = await skillsFrom(folder, { logger })
  let count = 0
  onTestFinished(unwatched.watch(() => (count += 1)))
  const changed = new Promise<void>((resolve) => onTestFinished(watched.watch(resolve)))
  await write(folder, 'a/x', 'x')
  await changed
  expect(count).toBe(0)
})

test.each([
  [{ wach: true }, 'skillsFrom: there is no option "wach"; did you mean "watch"? The options are watch, logger, clock'],
  [{ watch: 1 }, 'skillsFrom: watch must be true or false, got 1'],
])('the options %j are refused', async (options, message) => {
  await expect(skillsFrom('.', options as object)).rejects.toThrow(new TypeError(message))
})
