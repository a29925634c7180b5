/** The contract is a part of the server's layer, which may import nothing of the page. */
export type * from '../../../omniport/src/console/contract.js'
