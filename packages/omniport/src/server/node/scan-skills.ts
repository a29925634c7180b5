import type { Stats } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseFrontmatter } from '../../skills/parse-frontmatter.js'
import { type SkillFrontmatter, skillFileName, skillLimits } from '../../skills/skill.js'

/** A file as it was found. */
export interface ScannedFile {
  /** Its real path on this machine. */
  readonly path: string
  readonly stats: Stats
}

/** A skill as it was found. */
export interface ScannedSkill {
  readonly path: readonly string[]
  readonly frontmatter: SkillFrontmatter
  /** By the path within the skill. */
  readonly files: ReadonlyMap<string, ScannedFile>
}

const maxDepth = 16

/** The skills in a folder, in the order of their names. Rejects with a `TypeError` that names what cannot be served. */
export async function scanSkills(folder: string): Promise<readonly ScannedSkill[]> {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw new TypeError(`skillsFrom: ${folder} is no folder that can be read`, { cause })
  })
  const files = await listFiles(root, [])
  const isTop = files.has(skillFileName)
  const roots = [...files.keys()].filter((name) => basename(name) === skillFileName)
  const found = roots.map((name) => name.slice(0, -skillFileName.length))
  const skills: ScannedSkill[] = []
  for (const prefix of found) {
    const own = new Map(
      [...files].filter(([name]) => name.startsWith(prefix)).map(([name, file]) => [name.slice(prefix.length), file]),
    )
    const below = prefix.split('/').filter((segment) => segment !== '')
    const path = isTop ? [basename(root), ...below] : below
    const where = join(root, prefix, skillFileName)
    assertSize(where, own)
    skills.push({ path, frontmatter: await readFrontmatter(where, path.at(-1)), files: own })
  }
  return skills
}

async function listFiles(root: string, below: readonly string[]): Promise<ReadonlyMap<string, ScannedFile>> {
  const folder = join(root, ...below)
  if (below.length > maxDepth) throw new TypeError(`skillsFrom: ${folder} is deeper than ${maxDepth} folders`)
  const found = new Map<string, ScannedFile>()
  for (const name of (await readdir(folder)).sort()) {
    if (name.startsWith('.')) continue
    const path = join(folder, name)
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) throw new TypeError(`skillsFrom: ${path} is a link, and links are not followed`)
    if (stats.isFile()) found.set([...below, name].join('/'), { path, stats })
    if (!stats.isDirectory()) continue
    for (const [file, scanned] of await listFiles(root, [...below, name])) found.set(file, scanned)
  }
  return found
}

function assertSize(where: string, files: ReadonlyMap<string, ScannedFile>): void {
  if (files.size > skillLimits.files) {
    throw new TypeError(`skillsFrom: the skill of ${where} has ${files.size} files, more than ${skillLimits.files}`)
  }
  const bytes = [...files.values()].reduce((sum, { stats }) => sum + stats.size, 0)
  if (bytes <= skillLimits.bytes) return
  throw new TypeError(`skillsFrom: the skill of ${where} has ${bytes} bytes, more than ${skillLimits.bytes}`)
}

async function readFrontmatter(where: string, name: string | undefined): Promise<SkillFrontmatter> {
  try {
    const frontmatter = await parseFrontmatter(await readFile(where, 'utf8'))
    if (frontmatter.name === name) return frontmatter
    throw new SyntaxError(
      `the frontmatter: name is "${frontmatter.name}", and must be that of the directory, "${name}"`,
    )
  } catch (cause) {
    throw new TypeError(`skillsFrom: ${where}: ${(cause as Error).message}`, { cause })
  }
}
