import { fork } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { homeOf } from '../copy.mjs'
import { killMarked } from '../programs.mjs'
import { toMutantMark, toReachMark } from './switches.mjs'

/** Runs test files of a copy, one run at a time, in a process that stays until it hangs. */
export class TestRunner {
  #copy
  #mark
  #child

  /** `mark` is in the `PATH` of all that it starts, and of nothing else. */
  constructor(copy, mark) {
    this.#copy = copy
    this.#mark = mark
  }

  /** What the files do without a mutant: whether they pass, how long they take, and which switches they reach. */
  async reach(file, name, timeoutMs) {
    const path = join(reachFolder(this.#copy), name)
    rmSync(path, { force: true })
    const results = await this.#run({ file, mark: toReachMark(name) }, timeoutMs)
    const result = results?.[0]
    return { isFailed: result?.isFailed ?? true, ms: result?.ms ?? timeoutMs, ids: readIds(path) }
  }

  /** What fails in a file with a mutant; undefined: nothing. One that does not end is a hang. */
  async try(file, id, timeoutMs) {
    const results = await this.#run({ file, mark: toMutantMark(id) }, timeoutMs)
    if (results === undefined) return { test: `not over after ${Math.round(timeoutMs / 1_000)} s`, isTimeout: true }
    return results.find(({ isFailed }) => isFailed)
  }

  stop() {
    if (this.#child === undefined) return
    const { pid } = this.#child
    this.#child = undefined
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
    killMarked(this.#mark)
  }

  async #run(message, timeoutMs) {
    this.#child ??= await this.#start()
    let timer
    const over = new Promise((resolve) => {
      timer = setTimeout(resolve, timeoutMs)
    })
    const answered = next(this.#child)
    this.#child.send(message)
    const answer = await Promise.race([answered, over])
    clearTimeout(timer)
    if (answer === undefined) this.stop()
    return answer?.results
  }

  async #start() {
    const child = fork(new URL('test-process.mjs', import.meta.url), [this.#copy], {
      cwd: this.#copy,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        ...process.env,
        PATH: `${process.env['PATH'] ?? ''}:${this.#mark}`,
        HOME: homeOf(this.#copy), // what a mutant writes there is nobody's
        NODE_COMPILE_CACHE: join(this.#copy, 'node_modules', '.cache', 'compiled'),
      },
    })
    if ((await next(child)) === undefined) throw new Error('Vitest does not start in the copy')
    return child
  }
}

/** Where the switches that were reached are written down. */
export function reachFolder(copy) {
  return join(copy, 'reached')
}

/** What the process says next; undefined: it has ended. */
function next(child) {
  return new Promise((resolve) => {
    const settle = (message) => {
      child.off('message', settle)
      child.off('exit', atExit)
      resolve(message)
    }
    const atExit = () => settle(undefined)
    child.on('message', settle)
    child.on('exit', atExit)
  })
}

function readIds(path) {
  try {
    return new Set(readFileSync(path, 'utf8').split('\n'))
  } catch {
    return new Set() // none was reached
  }
}
