import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'

/** Says which test files are worth trying against a mutant: those beside it, those that import it, those of the whole. */
export class TestChoice {
  #unit
  #whole
  #importsOf = new Map()
  #root
  #isFast

  /** `fastTests` are the files of `npm run test:fast`, if that is known: they come before the others. */
  constructor(root, fastTests) {
    this.#root = root
    this.#isFast = (test) => fastTests === undefined || fastTests.has(test)
    const tests = listTests(root)
    this.#unit = tests.filter((file) => /^packages\/[^/]+\/src\//.test(file))
    this.#whole = tests.filter((file) => !this.#unit.includes(file) && !isLeftOut.test(file))
  }

  /**
   * In its folder: first those that are named after it, then those that import it, then the others, which may reach it by the helpers
   * of tests; fast ones before all others.
   */
  beside(file) {
    const name = basename(file).replace(/\.tsx?$/, '.')
    const own = this.#unit.filter((test) => dirname(test) === dirname(file))
    const named = own.filter((test) => basename(test).startsWith(name))
    const near = this.#distances(file)
    const others = own.filter((test) => !named.includes(test))
    const ordered = [...named, ...others.filter((test) => near.has(test)), ...others.filter((test) => !near.has(test))]
    return [...ordered.filter(this.#isFast), ...ordered.filter((test) => !this.#isFast(test))]
  }

  /**
   * Unit tests that import the file, also through the helpers in `test`, as many as are worth it. First come those that are close: a
   * step between folders counts as two imports between.
   */
  importing(file) {
    const near = this.#distances(file)
    const steps = (test) => posix.relative(dirname(file), test).split('/').length
    const distance = (test) => near.get(test) + 2 * steps(test)
    return this.#unit
      .filter((test) => near.has(test))
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, nearest)
  }

  /** What runs on the built packages and is about that part of them, beginning with those that share words with the file's path. */
  about(file, layer) {
    const folders = foldersOf[layer] ?? [layer]
    return this.whole(file).filter((test) => folders.some((folder) => test.includes(`/${folder}/`)))
  }

  /** All that runs on the built packages, beginning with those that share words with the file's path. */
  whole(file) {
    const words = new Set(wordsOf(file))
    const shared = (test) => wordsOf(test).filter((word) => words.has(word)).length
    return [...this.#whole].sort((one, other) => shared(other) - shared(one))
  }

  /** How many imports lie between the file and those that load it. */
  #distances(file) {
    const near = new Map([[file, 0]])
    for (const [from, distance] of near) {
      for (const importer of this.#importers().get(from) ?? []) {
        if (!near.has(importer)) near.set(importer, distance + 1)
      }
    }
    return near
  }

  #importers() {
    if (this.#importsOf.size > 0) return this.#importsOf
    const files = ['packages', 'test'].flatMap((folder) => listFiles(this.#root, folder))
    for (const file of files.filter((path) => /^(?:packages\/[^/]+\/src|test)\/.*\.tsx?$/.test(path))) {
      for (const imported of importsOf(this.#root, file)) {
        const others = this.#importsOf.get(imported)
        if (others === undefined) this.#importsOf.set(imported, [file])
        else others.push(file)
      }
    }
    return this.#importsOf
  }
}

const nearest = 25

/**
 * Tests of the whole that cannot notice more than others, and take long: they look at the text of the sources or at what is published,
 * measure, repeat the same answers in every revision, or go on for minutes.
 */
const isLeftOut =
  /^test\/(?:budgets|chaos|conformance|crossing|docs|exports|layers|matrix|mutations|nodes|pack|performance|requirements|soak|types|words)\//

/** The folders in `test` that are about a layer, where they are not named as it is. */
const foldersOf = {
  app: ['apps'],
  cli: ['cli', 'tap', 'recordings'],
  client: ['interop', 'input', 'web'],
  models: ['models', 'host'],
  server: ['interop', 'input'],
  transport: ['http', 'interop', 'faults', 'fuzz'],
  store: ['file-store', 'interop'],
  recording: ['recordings', 'tap'],
  viewer: ['recordings', 'tap'],
}

/** The words of a path, in the singular. */
function wordsOf(path) {
  return [...new Set(path.split(/[^a-z0-9]+/))]
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => !everywhere.has(word))
}

const everywhere = new Set(['', 'package', 'src', 'test', 't', 'omniport'])

function listTests(root) {
  return ['packages', 'test'].flatMap((folder) => listFiles(root, folder)).filter((path) => path.endsWith('.test.ts'))
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !/\/(?:node_modules|dist)\//.test(path))
    .sort()
}

function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import|import\() ?'((?:\.\.?|#test)\/[^']+)\.js'/g)].flatMap(([, path]) => {
    const target = path.startsWith('#') ? path.slice(1) : posix.join(dirname(file), path)
    return [`${target}.ts`, `${target}.tsx`]
  })
}
