import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../../async/runtime/logger.js'
import type { SignIn } from '../credentials/create-sign-in.js'

/** Answers a request to the page that people are sent back to when they have signed in. Never rejects. */
export async function serveSignIn(
  signIn: SignIn,
  {
    request,
    response,
    logger,
  }: {
    readonly request: IncomingMessage
    readonly response: ServerResponse
    readonly logger: Logger
  },
): Promise<void> {
  request.resume()
  try {
    const { method = 'GET', url = '/' } = request
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const isPlain = method === 'GET' || method === 'HEAD'
    const answer = await signIn.callback(
      new Request(new URL(url, signIn.redirectUrl), { method: isPlain ? method : 'POST', headers }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  } catch (error) {
    logger.error('The page of a sign-in failed', { error })
    response.writeHead(500).end()
  }
}
