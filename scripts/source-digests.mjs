import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the packages and examples are built from, each file with its size, its time and a digest. */
export function readSources(root) {
  return Object.fromEntries(listSources(root).map((path) => [path, describe(join(root, path))]))
}

/** Before a build: one that fails halfway leaves neither what was nor what should be. */
export function forgetDigests(root) {
  rmSync(join(root, digestsFile), { force: true })
}

/** Says what was built from which sources: a test compares. */
export function writeDigests(root, sources) {
  const path = join(root, digestsFile)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(sources))
}

/**
 * The sources that are not those of the build: changed, added or gone. A file of the same size and time is taken to be the same, others
 * are read. Undefined: nothing was built.
 */
export function findChangedSources(root) {
  const built = readDigests(root)
  if (built === undefined) return undefined
  const paths = listSources(root)
  const present = new Set(paths)
  const changed = paths.filter((path) => built[path] === undefined || !isSame(join(root, path), built[path]))
  return [...changed, ...Object.keys(built).filter((path) => !present.has(path))]
}

/** It goes where what was built goes. */
const digestsFile = 'packages/omniport/dist/.sources.json'

function listSources(root) {
  return ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => listFolder(root, `${parent}/${name}/src`)),
  )
}

function listFolder(root, folder) {
  return readEntries(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : listFolder(root, path)
    return /\.test\.tsx?$|\.md$/.test(path) ? [] : [path]
  })
}

/** Some examples have no sources of their own. */
function readEntries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function describe(path) {
  const { size, mtimeMs } = statSync(path)
  return { size, mtimeMs, digest: digestOf(path) }
}

function isSame(path, built) {
  const { size, mtimeMs } = statSync(path)
  if (size !== built.size) return false
  return mtimeMs === built.mtimeMs || digestOf(path) === built.digest
}

function digestOf(path) {
  return createHash('sha1').update(readFileSync(path)).digest('base64')
}

function readDigests(root) {
  try {
    return JSON.parse(readFileSync(join(root, digestsFile), 'utf8'))
  } catch {
    return undefined
  }
}
