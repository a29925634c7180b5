import type { InputRequest } from '../model/input-request.js'

/**
 * The capabilities that a question requires of the client, in the shape of normalised client capabilities, such as
 * `{ elicitation: { url: {} } }`.
 *
 * spec: client/elicitation#capabilities, client/sampling#capabilities, client/roots#capabilities
 */
export function requiredCapabilities({ method, params = {} }: InputRequest): Record<string, unknown> {
  switch (method) {
    case 'elicitation/create':
      return { elicitation: params['mode'] === 'url' ? { url: {} } : { form: {} } }
    case 'sampling/createMessage':
      return { sampling: samplingFeatures(params) }
    case 'roots/list':
      return { roots: {} }
  }
}

function samplingFeatures({ tools, toolChoice, includeContext }: Readonly<Record<string, unknown>>): object {
  const hasTools = tools !== undefined || toolChoice !== undefined
  const hasContext = includeContext !== undefined && includeContext !== 'none'
  return { ...(hasTools && { tools: {} }), ...(hasContext && { context: {} }) }
}
