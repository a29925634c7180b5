import { afterTurn } from './after-turn.js'

/** The last transport whose server cannot be connected again, and that was used as those are which are made for one request. */
let last: SingleUse | undefined

/**
 * Finds out if a program has made a transport for one request: it got its only one in the turn in which it was made. One of sessions
 * looks the same when its first request has no session, whether it is to serve others or not. So it is closed, and opened again if
 * the program uses it again. If its server cannot be connected again, it is closed when the program has used another one so.
 */
export class SingleUse {
  readonly #close: () => void
  readonly #madeIn = currentTurn()
  #isFirst = true
  #isSingle = false
  #connect: (() => boolean) | undefined

  constructor(close: () => void) {
    this.#close = close
  }

  /** Takes what connects the server again. */
  onReopen(connect: () => boolean): void {
    this.#connect = connect
  }

  /** Connects the server again. Returns false if it cannot. */
  reopen(): boolean {
    return this.#connect?.() ?? false
  }

  /** Takes a request. */
  begin(): void {
    this.#isSingle = this.#isFirst && this.#madeIn === currentTurn()
    this.#isFirst = false
    if (last === this) last = undefined
  }

  /** Takes the end of what the request has begun. */
  end(): void {
    if (!this.#isSingle || last === this) return
    if (this.#connect !== undefined) this.#close()
    else {
      const former = last
      last = this
      if (former !== undefined) former.#close()
    }
  }
}

let turn: object | undefined

function currentTurn(): object {
  if (turn !== undefined) return turn
  const begun = {}
  try {
    afterTurn(
      () => true,
      () => {
        turn = undefined
      },
    )
    turn = begun
  } catch {
    // Workers refuse timers while modules are loaded. What is made then serves many requests.
  }
  return begun
}
