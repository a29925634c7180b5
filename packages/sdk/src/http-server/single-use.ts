import { afterTurn } from './after-turn.js'

/** The last transport that was used as those are which a program makes for one request. */
let last: SingleUse | undefined

/**
 * Finds out if a program has made a transport for one request. One of sessions looks the same when its first request has no session,
 * whether it is to serve others or not. It is closed if it got its only request in the turn in which it was made, and the program
 * has then used another one so.
 */
export class SingleUse {
  readonly #close: () => void
  readonly #madeIn = currentTurn()
  #isFirst = true
  #isSingle = false

  constructor(close: () => void) {
    this.#close = close
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
    const former = last
    last = this
    if (former !== undefined) former.#close()
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
