//! Lists of legal actions.

use std::fmt::Debug;
use std::ops::DerefMut;

pub use arrayvec::ArrayVec;
pub use smallvec::SmallVec;

/// A list that a game puts its legal actions into. A search makes millions of them per second, so every game chooses its
/// kind:
///
/// - [`ArrayVec<A, N>`](ArrayVec) if the rules allow at most `N` actions in any state. It allocates nothing, and is the
///   fastest by far: a list that could grow makes alpha-beta on Connect Four a sixth slower.
/// - [`SmallVec<[A; N]>`](SmallVec) if there are rarely more than `N` actions. It allocates beyond that.
/// - [`Vec<A>`](Vec) if speed does not matter.
///
/// ```
/// use plylab_core::{ActionList, ArrayVec};
///
/// /// Lists what fits into any kind of list.
/// fn fill(list: &mut impl ActionList<u8>) {
///     list.clear();
///     list.extend([1, 2]);
///     list.push(3);
/// }
///
/// let mut fixed = ArrayVec::<u8, 4>::new();
/// let mut growing = vec![9];
/// fill(&mut fixed);
/// fill(&mut growing);
/// assert_eq!(*fixed, *growing);
/// ```
pub trait ActionList<A>:
    Default + Clone + Debug + Send + Sync + DerefMut<Target = [A]> + Extend<A> + FromIterator<A> + 'static
{
    /// Adds an action at the end.
    fn push(&mut self, action: A);

    /// Removes all actions.
    fn clear(&mut self);
}

impl<A: Debug + Clone + Send + Sync + 'static, const N: usize> ActionList<A> for ArrayVec<A, N> {
    #[inline]
    fn push(&mut self, action: A) {
        ArrayVec::push(self, action);
    }

    #[inline]
    fn clear(&mut self) {
        ArrayVec::clear(self);
    }
}

impl<A: Debug + Clone + Send + Sync + 'static, const N: usize> ActionList<A> for SmallVec<[A; N]> {
    #[inline]
    fn push(&mut self, action: A) {
        SmallVec::push(self, action);
    }

    #[inline]
    fn clear(&mut self) {
        SmallVec::clear(self);
    }
}

impl<A: Debug + Clone + Send + Sync + 'static> ActionList<A> for Vec<A> {
    #[inline]
    fn push(&mut self, action: A) {
        Vec::push(self, action);
    }

    #[inline]
    fn clear(&mut self) {
        Vec::clear(self);
    }
}
