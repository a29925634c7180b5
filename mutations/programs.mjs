import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Runs programs, each with a deadline. A program is the first of its own process group, and has a mark in its `PATH`, which
 * what it starts inherits: both are killed when the time is over, or the run ends.
 */
export class Programs {
  #mark
  #running = new Set()

  constructor(mark) {
    this.#mark = mark
  }

  /** `code` is null where it had to be killed: `isOver` says that the time was over. Rejects when it cannot be started. */
  async run(file, args, { cwd, timeoutMs }) {
    const PATH = `${process.env['PATH'] ?? ''}:${this.#mark}`
    const child = spawn(file, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH },
    })
    this.#running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-keptLength)
      })
    }
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      this.#kill(child)
    }, timeoutMs)
    try {
      const code = await new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('exit', resolve) // not "close": what it started may keep the pipes open
      })
      return { code, isOver, output }
    } finally {
      clearTimeout(timer)
      this.#running.delete(child)
      for (const stream of [child.stdout, child.stderr]) stream.destroy()
      if (isOver) killMarked(this.#mark)
    }
  }

  /** Kills what runs, and what it started. */
  killAll() {
    for (const child of this.#running) this.#kill(child)
    killMarked(this.#mark)
  }

  #kill(child) {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL') // no process groups here, or nobody left in it
    }
  }
}

/** Tests start processes in groups of their own. Only where there is a `/proc`. */
export function killMarked(mark) {
  for (const pid of processes()) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}

const keptLength = 1_000_000

function processes() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  } catch {
    return []
  }
}
