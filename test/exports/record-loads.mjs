import { appendFileSync } from 'node:fs'

let file = ''

/** A hook of `module.register`: writes down the address of each module that is loaded. */
export function initialize(data) {
  file = data
}

export async function load(url, context, next) {
  appendFileSync(file, `${url}\n`)
  return next(url, context)
}
