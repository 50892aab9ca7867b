// What the lab reported about an error, from any caught value.

/** @import { Fault } from '../../types/protocol' */

/**
 * The parts of an error that the lab sent; an error of another kind has none of them.
 * @param {unknown} error
 * @returns {Partial<Fault>}
 */
export const faultOf = (error) => (typeof error === 'object' && error !== null ? error : {});

/**
 * The code of an error of the lab, as in the protocol.
 * @param {unknown} error
 */
export const codeOf = (error) => faultOf(error).code;
