import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connect } from '../../client/connect.js'
import { createServer } from '../create-server.js'
import { ServedSkills } from '../skills/served-skills.js'
import type { SkillSource } from '../skills/skill-source.js'
import { serveSkills } from '../skills/skills-service.js'
import { FolderFile } from './folder-file.js'
import { skillsFrom } from './skills-from.js'

const skillCount = 50
const filesOfSkill = 10
const nameOf = (index: number) => `skill-${String(index).padStart(2, '0')}`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'many-skills-'))
  for (let skill = 0; skill < skillCount; skill += 1) {
    const name = nameOf(skill)
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: x\n---\n`)
    for (let file = 1; file < filesOfSkill; file += 1)
      await writeFile(join(folder, name, `${file}.txt`), `${name} ${file}`)
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

describe('500 files of skills', () => {
  test('are read for their digests once, whoever lists them', async () => {
    verifies('SKILL-14')
    const source = await skillsFrom(folder, { watch: false })
    const server = createServer({ name: 'a', version: '1', skills: source })
    const client = await connect(server)
    const list = async () => (await client.listSkills({ fresh: true })).map(({ resources }) => resources)
    const first = await list()
    expect(first.flat()).toHaveLength(500)
    await rm(folder, { recursive: true }) // what is read again now is missing
    expect(await list()).toEqual(first)
    await client.close()
    await server.close()
  })

  test('keep their digests when another one changes', async () => {
    const source = (await skillsFrom(folder, { watch: false })) as SkillSource & { load(): Promise<void> }
    const files = () => source.skills.flatMap((skill) => [...skill.files.values()])
    const before = files()
    await Promise.all(before.map((file) => file.describe?.()))
    await writeFile(join(folder, nameOf(7), '3.txt'), 'changed, and longer than before')
    await source.load()
    const after = files()
    const changed = after.filter((file, index) => file !== before[index])
    expect([after.length, changed.length]).toEqual([500, 1])
    expect((await changed[0]?.describe?.())?.size).toBe('changed, and longer than before'.length)
  })
})

test('the files of skills are described once, one at a time, however many ask', async () => {
  let count = 0
  let open = 0
  let most = 0
  const describeFile = async () => {
    count += 1
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
    return { digest: 'sha256:0', size: 1 }
  }
  const file = { mimeType: 'text/plain', describe: describeFile, read: async () => new Uint8Array() }
  const skills = Array.from({ length: skillCount }, (_, index) => ({
    path: [nameOf(index)],
    frontmatter: { name: nameOf(index), description: 'x' },
    files: new Map(Array.from({ length: filesOfSkill }, (_, at) => [at === 0 ? 'SKILL.md' : `${at}.txt`, file])),
  }))
  const served = new ServedSkills([{ skills, watch: () => () => {}, serve: serveSkills }])
  const uris = [...served.skills.keys()]
  await Promise.all([...uris, ...uris].map((uri) => served.entry(uri)))
  expect([count, most]).toEqual([500, 1])
})

test('a digest of a large file is computed without the file in memory', async () => {
  const name = 'large'
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: x\n---\n`)
  const bytes = new Uint8Array(3_000_000).fill(7)
  await writeFile(join(folder, name, 'a.bin'), bytes)
  const source = await skillsFrom(folder, { watch: false })
  const whole = vi.spyOn(FolderFile.prototype, 'read')
  const entry = await new ServedSkills([source]).entry(`skill://${name}/SKILL.md`)
  expect(entry?.resources[1]).toEqual({
    uri: `skill://${name}/a.bin`,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: 3_000_000,
  })
  expect(whole).not.toHaveBeenCalled()
})
