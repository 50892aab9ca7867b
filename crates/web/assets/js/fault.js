// What the lab says of an error, from whatever was caught.

/** @import { Fault } from '../../types/protocol' */

/**
 * The parts of an error that the lab told; none of them is there in an error of another kind.
 * @param {unknown} error
 * @returns {Partial<Fault>}
 */
export const faultOf = (error) => (typeof error === 'object' && error !== null ? error : {});

/**
 * The kind of an error of the lab, as the protocol names it.
 * @param {unknown} error
 */
export const codeOf = (error) => faultOf(error).code;
