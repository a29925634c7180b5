import type { RequestHandler } from 'express'
import { MethodNotAllowedError } from '../errors.js'

/** Makes middleware that refuses other HTTP methods with 405. */
export function allowedMethods(allowedMethods: string[]): RequestHandler {
  return ({ method }, res, next) => {
    if (allowedMethods.includes(method)) {
      next()
      return
    }
    const error = new MethodNotAllowedError(`The method ${method} is not allowed for this endpoint`)
    res.status(405).set('Allow', allowedMethods.join(', ')).json(error.toResponseObject())
  }
}
