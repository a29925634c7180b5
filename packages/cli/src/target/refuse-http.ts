import { CliError } from '../cli-error.js'

/** What becomes of every target that is reached by a URL. @throws CliError `usage`, always */
export function refuseHttp(url: string): never {
  throw new CliError('usage', `${url}: servers over HTTP are not available yet in this version`)
}
