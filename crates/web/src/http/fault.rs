//! Errors as HTTP has them.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse as _;
use plylab_service::protocol::{Code, Fault};
use serde_json::json;

/// The answer over HTTP.
pub(crate) fn response(fault: &Fault) -> Response<Body> {
    let status = StatusCode::from_u16(status(fault)).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], json!({ "error": fault }).to_string())
        .into_response()
}

/// The HTTP status of the answer.
pub(crate) fn status(fault: &Fault) -> u16 {
    match fault.code {
        Code::BadJson | Code::BadRequest | Code::UnknownRequest | Code::BadInput | Code::IllegalMove => 400,
        Code::NoToken => 401,
        Code::Forbidden => 403,
        Code::NotFound => 404,
        Code::Conflict => 409,
        Code::TooLarge => 413,
        Code::Internal => 500,
        Code::Busy | Code::Stopped => 503,
        Code::NotKept => 507,
    }
}
