import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scanSkills } from './scan-skills.js'

const text = (name: string) => `---\nname: ${name}\ndescription: x\n---\n`

/** A new folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'scan-')))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

describe('the skills in a folder', () => {
  test('come in the order of their names, each with the files below it', async () => {
    const folder = await folderOf({
      'b/SKILL.md': text('b'),
      'a/deep/SKILL.md': text('deep'),
      'a/deep/x.txt': 'x',
      'a/other.txt': '',
      '.hidden/SKILL.md': text('no'),
      'b/.hidden': '',
    })
    const found = await scanSkills(folder)
    expect(found.map(({ path, frontmatter, files }) => [path, frontmatter, [...files.keys()]])).toEqual([
      [['a', 'deep'], { name: 'deep', description: 'x' }, ['SKILL.md', 'x.txt']],
      [['b'], { name: 'b', description: 'x' }, ['SKILL.md']],
    ])
    const file = found[0]?.files.get('x.txt')
    expect([file?.path, file?.stats.size]).toEqual([join(folder, 'a/deep/x.txt'), 1])
  })

  test('are below the one at the top, if there is one', async () => {
    const folder = await folderOf({ 'top/SKILL.md': text('top'), 'top/in/SKILL.md': text('in') })
    const found = await scanSkills(join(folder, 'top'))
    expect(found.map(({ path, files }) => [path, [...files.keys()]])).toEqual([
      [['top'], ['SKILL.md', 'in/SKILL.md']],
      [['top', 'in'], ['SKILL.md']],
    ])
  })

  test('may be none', async () => {
    expect(await scanSkills(await folderOf({ 'notes.txt': '', 'NOTSKILL.md': '' }))).toEqual([])
  })
})

describe('what cannot be served is named', () => {
  test('a folder that is not there', async () => {
    const folder = join(await folderOf({}), 'gone')
    await expect(scanSkills(folder)).rejects.toThrow(
      new TypeError(`skillsFrom: ${folder} is no folder that can be read`),
    )
    await expect(scanSkills(folder)).rejects.toMatchObject({ cause: { code: 'ENOENT' } })
  })

  test('a link', async () => {
    const folder = await folderOf({ 'a/SKILL.md': text('a') })
    await symlink(join(folder, 'a'), join(folder, 'b'))
    const message = `skillsFrom: ${join(folder, 'b')} is a link, and links are not followed`
    await expect(scanSkills(folder)).rejects.toThrow(new TypeError(message))
  })

  test('a name that is not that of the directory', async () => {
    const folder = await folderOf({ 'a/SKILL.md': text('b') })
    const where = join(folder, 'a/SKILL.md')
    const problem = 'the frontmatter: name is "b", and must be that of the directory, "a"'
    await expect(scanSkills(folder)).rejects.toThrow(new TypeError(`skillsFrom: ${where}: ${problem}`))
  })

  test('a file without frontmatter', async () => {
    const folder = await folderOf({ 'a/SKILL.md': 'text' })
    const problem = 'SKILL.md must begin with frontmatter: YAML between two lines "---"'
    await expect(scanSkills(folder)).rejects.toThrow(
      new TypeError(`skillsFrom: ${join(folder, 'a/SKILL.md')}: ${problem}`),
    )
  })

  test('a folder that is deeper than 16', async () => {
    const deep = (levels: number) => `${'d/'.repeat(levels)}x.txt`
    expect(await scanSkills(await folderOf({ [deep(16)]: '' }))).toEqual([])
    const folder = await folderOf({ [deep(17)]: '' })
    const message = `skillsFrom: ${join(folder, ...Array<string>(17).fill('d'))} is deeper than 16 folders`
    await expect(scanSkills(folder)).rejects.toThrow(new TypeError(message))
  })

  test('a skill of more than 16 MiB', async () => {
    const folder = await folderOf({ 'a/SKILL.md': text('a'), 'a/large.bin': '' })
    const most = 16 * 1024 * 1024 - text('a').length
    await truncate(join(folder, 'a/large.bin'), most)
    expect((await scanSkills(folder)).length).toBe(1)
    await truncate(join(folder, 'a/large.bin'), most + 1)
    const message = `skillsFrom: the skill of ${join(folder, 'a/SKILL.md')} has 16777217 bytes, more than 16777216`
    await expect(scanSkills(folder)).rejects.toThrow(new TypeError(message))
  })

  test('a skill of more than 512 files', async () => {
    const names = Array.from({ length: 511 }, (_, at) => [`a/${at}`, ''])
    const folder = await folderOf({ ...Object.fromEntries(names), 'a/SKILL.md': text('a') })
    expect((await scanSkills(folder))[0]?.files.size).toBe(512)
    await writeFile(join(folder, 'a/more'), '')
    const message = `skillsFrom: the skill of ${join(folder, 'a/SKILL.md')} has 513 files, more than 512`
    await expect(scanSkills(folder)).rejects.toThrow(new TypeError(message))
  })
})

test('a top folder is named by its real name', async () => {
  const folder = await folderOf({ 'real/SKILL.md': text('real') })
  await symlink(join(folder, 'real'), join(folder, 'alias'))
  const [found] = await scanSkills(join(folder, 'alias'))
  expect(found?.path).toEqual([basename(join(folder, 'real'))])
})
