/** The release of Express that many apps still use. It has no types of its own, and what is used of it here is the same. */
declare module 'express-4' {
  export { default } from 'express'
}
