import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sourceFiles } from './sources.mjs'

/**
 * All mutants that the mutators of Stryker make of the sources, in the order of the files. Making them takes minutes: what was made of a
 * file is kept until the file changes.
 */
export async function allMutants(root) {
  const texts = new Map(sourceFiles(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const known = readCache(root)
  const made = new Map()
  const missing = []
  for (const [file, text] of texts) {
    const digest = digestOf(file, text)
    if (known[digest] === undefined) missing.push({ file, text, digest })
    else made.set(digest, known[digest])
  }
  for (const [digest, mutants] of await makeAll(missing)) made.set(digest, mutants)
  if (missing.length > 0) writeCache(root, Object.fromEntries(made))
  return [...texts].flatMap(([file, text]) => made.get(digestOf(file, text)).map((mutant) => ({ file, ...mutant })))
}

/** A file without a mutant is remembered too: most declare types alone. */
async function makeAll(files) {
  const count = Math.min(availableParallelism(), Math.ceil(files.length / 20))
  const shares = Array.from({ length: count }, (_, share) => files.filter((_file, index) => index % count === share))
  const made = await Promise.all(shares.map((share) => makeShare(share)))
  return made.flat()
}

function makeShare(files) {
  const worker = new Worker(new URL('make-mutants.mjs', import.meta.url), { workerData: files })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function digestOf(file, text) {
  return createHash('sha256').update(`${version}\0${file}\0${text}`).digest('base64url').slice(0, 20)
}

const { version } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('@stryker-mutator/instrumenter/package.json')), 'utf8'),
)

function cacheOf(root) {
  return join(root, 'node_modules', '.cache', 'mutants.json')
}

function readCache(root) {
  try {
    return JSON.parse(readFileSync(cacheOf(root), 'utf8'))
  } catch {
    return {} // there is none, or it was being written
  }
}

function writeCache(root, entries) {
  mkdirSync(dirname(cacheOf(root)), { recursive: true })
  writeFileSync(cacheOf(root), JSON.stringify(entries))
}
