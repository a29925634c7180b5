import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'

/**
 * The process group of a child process: the child and every process it started that did not leave the group. Until it is
 * released, the group is ended when this process exits.
 */
export class ProcessGroup {
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
    if (alive.size === 0) process.on('exit', endAll)
    alive.add(this)
  }

  /** Sends a signal to the whole group, which may have ended already. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform === 'win32') terminateTree(this.#pid, signal)
    else ignoreGone(() => process.kill(-this.#pid, signal))
  }

  /**
   * Resolves with true while a process of the group runs. One that has exited does not count, even if nobody has collected it
   * yet. Windows has no groups, so there it is false.
   */
  async isRunning(): Promise<boolean> {
    if (process.platform === 'win32' || !this.#exists()) return false
    if (process.platform !== 'linux') return true
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    for (const [at, pid] of pids.entries()) {
      if (isRunningIn(this.#pid, pid)) return true
      if (at % readsPerTurn === 0) await setImmediate()
    }
    return false
  }

  #exists(): boolean {
    try {
      return process.kill(-this.#pid, 0)
    } catch (problem) {
      return codeOf(problem) === 'EPERM'
    }
  }

  /** Forgets the group once the child has exited: its id may be reused as soon as no process of the group is left. */
  release(): void {
    if (alive.delete(this) && alive.size === 0) process.off('exit', endAll)
  }
}

/** Entries of `/proc` that are read before others have their turn. */
const readsPerTurn = 64

/** True if a process is in a group, and has not exited. */
function isRunningIn(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything.
    const [state = '', , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(own) === group && !['Z', 'X'].includes(state)
  } catch {
    return false // it is gone
  }
}

const alive = new Set<ProcessGroup>()

/** Nothing asynchronous runs any more, so the time for the groups to end is short, and is waited for in one piece. */
function endAll(): void {
  for (const group of alive) group.signal('SIGTERM')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitMs)
  for (const group of alive) group.signal('SIGKILL')
}

/** Time between SIGTERM and SIGKILL when this process exits. */
const exitMs = 100

/** Windows has no signals: a process with a window can be asked to close, any other must be ended. */
function terminateTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  const force = signal === 'SIGKILL' ? ['/F'] : []
  spawnSync('taskkill', ['/PID', String(pid), '/T', ...force], { stdio: 'ignore', windowsHide: true })
}

function ignoreGone(kill: () => void): void {
  try {
    kill()
  } catch (problem) {
    if (!['ESRCH', 'EPERM'].includes(codeOf(problem) ?? '')) throw problem
  }
}

function codeOf(problem: unknown): string | undefined {
  return (problem as NodeJS.ErrnoException).code // process.kill throws nothing else
}
